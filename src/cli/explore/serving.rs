//! Connections of the page: how many at a time, and how long one may take to ask.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::games::MOST_BYTES;

/// How long a connection may take to send a whole question, and to begin another.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most connections at a time; others wait until one of these ends.
const MOST: usize = 64;
/// How long nothing is accepted where the system has no file left for a connection.
const PAUSE: Duration = Duration::from_millis(200);

/// Answers whoever connects, until the process ends.
pub async fn serve(listener: TcpListener, router: Router) -> Infallible {
    let permits = Arc::new(Semaphore::new(MOST));
    loop {
        // It is never closed.
        let permit = Arc::clone(&permits).acquire_owned().await.ok();
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let _permit = permit;
            let mut connection = http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            // Who leaves, or takes too long, is answered no more.
            let _ = connection.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

/// Hands a question on once all of it has come.
pub async fn whole(request: Request, next: Next) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let (head, body) = request.into_parts();
    match timeout(PATIENCE, to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(head, Body::from(bytes))).await,
        Ok(Err(_)) => (StatusCode::PAYLOAD_TOO_LARGE, "a game has at most 1 MiB\n").into_response(),
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "the game took too long to come\n").into_response(),
    }
}
