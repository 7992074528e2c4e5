//! What the program claims.

use sqlite_busy::{ROWS, WRITERS, Writer, race};

#[test]
fn without_the_attribute_writes_are_lost() {
    let folder = tempfile::tempdir().unwrap();
    let report = race(folder.path(), Writer::write).unwrap();
    assert!(report.lost > 0, "{report:?}");
    assert_eq!(report.stored + report.lost, WRITERS * ROWS, "{report:?}");
    assert_eq!(report.waits, 0);
}

#[test]
fn with_the_attribute_none_is() {
    let folder = tempfile::tempdir().unwrap();
    let report = race(folder.path(), Writer::write_patiently).unwrap();
    assert_eq!((report.stored, report.lost), (WRITERS * ROWS, 0), "{report:?}");
    assert!(report.waits > 0, "{report:?}");
}

/// Two tables of the same name are a mistake and not bad luck.
#[test]
fn other_errors_are_returned() {
    let folder = tempfile::tempdir().unwrap();
    race(folder.path(), Writer::write_patiently).unwrap();
    let error = race(folder.path(), Writer::write_patiently).unwrap_err();
    assert!(error.to_string().contains("already exists"), "{error}");
}
