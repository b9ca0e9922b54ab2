#!/usr/bin/env bash
# What `action.yml` runs: a check whose findings are annotations, with its files and a summary for the page of the workflow. The inputs are
# in ENGINE, RULES, BASELINE, BUDGET, AT, ARGUMENTS and OUT.
set -uo pipefail
arguments=(--engine "$ENGINE" --rules "$RULES" --budget "$BUDGET" --out "$OUT" --force --format github)
if [ -n "$BASELINE" ]; then arguments+=(--baseline "$BASELINE"); fi
if [ -n "$AT" ]; then arguments+=(--at "$AT"); fi
# Quoted as for a shell, and not carried out by one.
if [ -n "$ARGUMENTS" ]; then
  mapfile -t more < <(printf '%s' "$ARGUMENTS" | xargs printf '%s\n')
  arguments+=("${more[@]}")
fi
shinpan -q check "${arguments[@]}"
status=$?
if [ -f "$OUT/summary.md" ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$OUT/summary.md" >>"$GITHUB_STEP_SUMMARY"; fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "status=$status" >>"$GITHUB_OUTPUT"; fi
exit "$status"
