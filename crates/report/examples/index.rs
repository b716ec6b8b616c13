//! Writes `index.html` into a folder of reports: `index [REPORTS]`, from the repository's root.

use std::path::{Path, PathBuf};
use std::{env, error::Error, fs};

use certificate::ReportDocument;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "reports".to_owned()));
    let mut reports = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let Ok(text) = fs::read_to_string(path.join("report.json")) else { continue };
        let document: ReportDocument =
            serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        reports.push((name, document));
    }
    let page = folder.join("index.html");
    fs::write(&page, report::index(&reports, &analyses(Path::new("analyses"))?)?)?;
    println!("{}: {} reports", page.display(), reports.len());
    Ok(())
}

/// Every analysis file, by path.
fn analyses(home: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut all = Vec::new();
    for game in fs::read_dir(home)?.filter_map(Result::ok).filter(|game| game.path().is_dir()) {
        for file in fs::read_dir(game.path())? {
            let path = file?.path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                all.push(path.display().to_string());
            }
        }
    }
    all.sort();
    Ok(all)
}
