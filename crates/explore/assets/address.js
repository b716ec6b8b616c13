// The state of the page and its address: every state has one.

const OF_THE_HAND = ["hand", "second", "up", "signal", "seen", "other", "attack"];

/** A name for this page, so that its newer questions end its older ones. */
export const page = crypto.randomUUID();

/** The state of a query. */
export function parse(query) {
  const state = { game: "", analysis: "", set: new Map(), pin: "" };
  for (const name of OF_THE_HAND) state[name] = "";
  for (const [key, value] of new URLSearchParams(query)) {
    if (["game", "analysis", "pin"].includes(key) || OF_THE_HAND.includes(key)) state[key] = value;
    else state.set.set(key, value);
  }
  return state;
}

/** What a state changes: a game of the catalogue, or the analysis of the file that the program was started with. */
export function ofStart({ game, analysis }) {
  const query = new URLSearchParams();
  if (game) query.append("game", game);
  if (analysis) query.append("analysis", analysis);
  return query;
}

/** The query of the analysis alone. */
export function ofAnalysis(state) {
  const query = ofStart(state);
  for (const [key, value] of state.set) query.append(key, value);
  return query;
}

/** The query of the analysis and the hand. */
export function ofHand(state) {
  const query = ofAnalysis(state);
  for (const name of OF_THE_HAND) if (state[name]) query.append(name, state[name]);
  return query;
}

/** The query of everything. */
export function ofPage(state) {
  const query = ofHand(state);
  if (state.pin) query.append("pin", state.pin);
  return readable(query);
}

/** A query as an address shows it: commas, colons and slashes as they are. */
export const readable = (query) => query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/");

/** Listens to a stream of answers. `heard` has a listener an event; the stream ends with `end`. Gives what stops it. */
export function listen(path, query, part, heard, lost) {
  query = new URLSearchParams(query);
  query.append("client", `${page}${part}`);
  let source;
  let timer;
  const stop = () => {
    clearTimeout(timer);
    source.close();
  };
  const begin = () => {
    source = new EventSource(`${path}?${query}`);
    for (const [name, take] of Object.entries(heard)) {
      source.addEventListener(name, (event) => take(JSON.parse(event.data)));
    }
    source.addEventListener("end", () => source.close());
    source.onerror = () => {
      lost?.();
      // A browser goes on trying unless it was answered with something else than a stream.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(begin, 1000);
    };
  };
  begin();
  return stop;
}
