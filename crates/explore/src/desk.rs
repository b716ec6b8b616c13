//! The desk where a full report is made, one at a time, and what has become of it.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use tokio::sync::watch;

use crate::come::Come;
use crate::turns::Stop;

/// What has become of the report.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// None was started.
    #[default]
    None,
    /// It is being computed.
    Running {
        /// Title of its analysis.
        title: String,
        #[serde(flatten)]
        come: Come,
    },
    /// It is written.
    Written {
        title: String,
        /// The folder.
        folder: String,
        files: usize,
    },
    /// It was cancelled; nothing was written.
    Cancelled { title: String },
    /// There is none.
    Refused { title: String, message: String },
}

/// The one report.
#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) stage: watch::Sender<Stage>,
    pub(crate) stop: Mutex<Stop>,
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self { stage: watch::Sender::new(Stage::None), stop: Mutex::default() }
    }

    pub(crate) fn is_running(&self) -> bool {
        matches!(*self.stage.borrow(), Stage::Running { .. })
    }

    /// Stops the report. Until it has ended it is not known that nothing will be written.
    pub(crate) fn cancel(&self) {
        self.stop.lock().unwrap_or_else(PoisonError::into_inner).now();
        self.stage.send_modify(|stage| {
            if let Stage::Running { come, .. } = stage {
                "Being cancelled".clone_into(&mut come.doing);
            }
        });
    }
}
