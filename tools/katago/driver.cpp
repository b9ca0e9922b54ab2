// KataGo's game code alone, by GTP: boards, histories and rules, no network and no search. What KataGo holds legal, when it ends a
// phase or a game, and how it counts, is asked of its own sources, which it needs beside it; nothing of them is here.
//
//   K=KataGo/cpp; g++ -O2 -std=c++17 -I$K tools/katago/driver.cpp $K/game/{board,boardhistory,rules}.cpp \
//     $K/core/{bsearch,datetime,global,hash,md5,rand,sha2,test,timer}.cpp -o katago-rules
//
// Turns alternate, as its text has it: a play out of turn is refused, and so is one after the end. In a cleanup phase a play that KataGo
// takes as the lifting of a block is one. `katago-state` answers with all of this in one line; `katago-settle yes` ends a game after a
// turn of the main phase where all is pass-alive, as in self-play (docs/rules.html, SelfPlayOpts).

#include <functional>
#include <iostream>
#include <map>
#include <sstream>

#include "game/boardhistory.h"

using std::string;
using std::vector;

struct Refused {
  string why;
};

struct Game {
  Rules rules = Rules::getTrompTaylorish();
  int width = 19;
  int height = 19;
  bool settles = false;
  vector<Loc> handicap;
  vector<std::pair<Loc, Player>> turns;
  Board board;
  BoardHistory hist;

  Game() {
    rules.komi = 0.0f;
    begin();
  }

  // The game so far once more, from the start.
  void begin() {
    board = Board(width, height);
    for(Loc stone : handicap)
      board.setStone(stone, P_BLACK);
    hist = BoardHistory(board, handicap.empty() ? P_BLACK : P_WHITE, rules, 0, false);
    for(auto [loc, player] : turns)
      make(loc, player);
  }

  void clear() {
    handicap.clear();
    turns.clear();
    begin();
  }

  bool over() const { return hist.isGameFinished; }

  bool legal(Loc loc, Player player) const { return !over() && hist.isLegal(board, loc, player); }

  void make(Loc loc, Player player) {
    hist.makeBoardMoveAssumeLegal(board, loc, player, NULL);
    if(settles && !over() && hist.encorePhase == 0)
      hist.endGameIfAllPassAlive(board);
  }

  void play(Loc loc, Player player) {
    if(!legal(loc, player))
      throw Refused{"illegal move"};
    turns.emplace_back(loc, player);
    make(loc, player);
  }

  // White less Black: of a game that is over its score, else that of the board as it stands.
  float score() const {
    if(hist.isNoResult)
      throw Refused{"no result"};
    BoardHistory copy = hist;
    if(!over())
      copy.endAndScoreGameNow(board);
    return copy.finalWhiteMinusBlackScore;
  }

  template <class F> void each(F f) const {
    for(int y = 0; y < height; y++)
      for(int x = 0; x < width; x++)
        f(Location::getLoc(x, y, width));
  }

  string state() const {
    string stones, points;
    each([&](Loc loc) {
      Player next = hist.presumedNextMovePla;
      stones += ".XO"[board.colors[loc]];
      points += !legal(loc, next) ? '.' : hist.isPassForKo(board, loc, next) ? 'u' : 'm';
    });
    std::ostringstream out;
    out << "phase=" << hist.encorePhase << " next=" << (hist.presumedNextMovePla == P_BLACK ? 'B' : 'W');
    out << " captured=" << board.numBlackCaptures << ',' << board.numWhiteCaptures << " stones=" << stones;
    out << " points=" << points << " end=";
    if(!over())
      out << "no";
    else if(hist.isNoResult)
      out << "none";
    else
      out << score();
    return out.str();
  }
};

static string word(std::istream& words, const char* what) {
  string word;
  if(!(words >> word))
    throw Refused{string("syntax error: ") + what + " is missing"};
  return word;
}

static Player player(std::istream& words) {
  Player player;
  if(!PlayerIO::tryParsePlayer(word(words, "a player"), player))
    throw Refused{"syntax error: no player"};
  return player;
}

static Loc vertex(std::istream& words, const Game& game) {
  Loc loc;
  if(!Location::tryOfString(word(words, "a point"), game.board, loc))
    throw Refused{"syntax error: no point of the board"};
  return loc;
}

static string rest(std::istream& words) {
  string rest;
  std::getline(words >> std::ws, rest);
  return rest;
}

static string stones(const Game& game, const std::function<bool(Loc)>& of) {
  string names;
  game.each([&](Loc loc) { names += of(loc) ? (names.empty() ? "" : " ") + Location::toString(loc, game.board) : ""; });
  return names;
}

static int length(const string& word) {
  int length = atoi(word.c_str());
  if(length < 2 || length > Board::MAX_LEN)
    throw Refused{"unacceptable size"};
  return length;
}

// The rules to begin with may be given in the one way or the other: `katago-rules aga`, `katago-rules '{"ko":"SIMPLE"}'`.
int main(int count, char** words) {
  Board::initHash();
  Game game;
  if(count > 1 && !Rules::tryParseRulesWithoutKomi(words[1], game.rules, 0.0f)) {
    std::cerr << "unknown rules: " << words[1] << "\n";
    return 1;
  }
  game.begin();
  std::map<string, std::function<string(std::istream&)>> commands;
  commands["protocol_version"] = [](auto&) { return "2"; };
  commands["name"] = [](auto&) { return "KataGo's game code"; };
  commands["version"] = [](auto&) { return ""; };
  commands["quit"] = [](auto&) { return ""; };
  commands["list_commands"] = [&](auto&) {
    string names;
    for(auto& command : commands)
      names += command.first + "\n";
    return names;
  };
  commands["known_command"] = [&](auto& words) { return commands.count(rest(words)) ? "true" : "false"; };
  // One number, or columns and rows.
  commands["boardsize"] = [&](auto& words) {
    int width = length(word(words, "a size"));
    string second = rest(words);
    game.height = second.empty() ? width : length(second);
    game.width = width;
    game.clear();
    return "";
  };
  commands["clear_board"] = [&](auto&) { return game.clear(), ""; };
  commands["komi"] = [&](auto& words) {
    float komi = (float)atof(word(words, "a number").c_str());
    if(!Rules::komiIsIntOrHalfInt(komi))
      throw Refused{"no integer or half-integer"};
    game.rules.komi = komi;
    game.hist.setKomi(komi);
    return "";
  };
  commands["kata-get-rules"] = [&](auto&) { return game.rules.toJsonStringNoKomi(); };
  commands["kata-set-rules"] = [&](auto& words) {
    if(!Rules::tryParseRulesWithoutKomi(rest(words), game.rules, game.rules.komi))
      throw Refused{"unknown rules"};
    game.begin();
    return "";
  };
  commands["katago-settle"] = [&](auto& words) {
    game.settles = word(words, "yes or no") == "yes";
    game.begin();
    return "";
  };
  commands["set_free_handicap"] = [&](auto& words) {
    vector<Loc> points;
    while(words >> std::ws && !words.eof())
      points.push_back(vertex(words, game));
    if(points.size() < 2 || !game.turns.empty() || !game.board.isEmpty())
      throw Refused{"two points or more, and an empty board"};
    game.handicap = points;
    game.begin();
    return "";
  };
  commands["play"] = [&](auto& words) {
    Player mover = player(words);
    game.play(vertex(words, game), mover);
    return "";
  };
  commands["is_legal"] = [&](auto& words) {
    Player mover = player(words);
    return game.legal(vertex(words, game), mover) ? "1" : "0";
  };
  commands["all_legal"] = [&](auto& words) {
    Player mover = player(words);
    return stones(game, [&](Loc loc) { return game.legal(loc, mover); });
  };
  commands["undo"] = [&](auto&) {
    if(game.turns.empty())
      throw Refused{"cannot undo"};
    game.turns.pop_back();
    game.begin();
    return "";
  };
  commands["list_stones"] = [&](auto& words) {
    Player of = player(words);
    return stones(game, [&](Loc loc) { return game.board.colors[loc] == of; });
  };
  commands["captures"] = [&](auto& words) {
    return std::to_string(player(words) == P_BLACK ? game.board.numWhiteCaptures : game.board.numBlackCaptures);
  };
  commands["showboard"] = [&](auto&) {
    std::ostringstream out;
    game.hist.printBasicInfo(out, game.board);
    return "\n" + out.str();
  };
  commands["final_score"] = [&](auto&) {
    float score = game.score();
    std::ostringstream out;
    if(score == 0)
      out << "0";
    else
      out << (score < 0 ? "B+" : "W+") << std::abs(score);
    return out.str();
  };
  commands["katago-state"] = [&](auto&) { return game.state(); };

  string line;
  while(std::getline(std::cin, line)) {
    std::istringstream words(line.substr(0, line.find('#')));
    string command;
    if(!(words >> command))
      continue;
    string number;
    if(command.find_first_not_of("0123456789") == string::npos) {
      number = command;
      command.clear();
      words >> command;
    }
    string answer;
    char sign = '=';
    try {
      auto found = commands.find(command);
      if(found == commands.end())
        throw Refused{"unknown command"};
      answer = found->second(words);
    }
    catch(const Refused& refused) {
      sign = '?';
      answer = refused.why;
    }
    std::cout << sign << number << ' ' << answer << (answer.empty() || answer.back() != '\n' ? "\n\n" : "\n") << std::flush;
    if(command == "quit")
      break;
  }
}
