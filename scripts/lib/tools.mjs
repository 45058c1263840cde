/**
 * The command-line tools of an installation with their descriptions. `npm run NAME` runs one in a checkout, `storyreel
 * NAME` in the image.
 * @satisfies {Record<string, string>}
 */
export const TOOLS = {
  backup: 'copies events, accounts and media into a new folder and checks them',
  restore: 'replaces all data with a backup; the server must be stopped',
  roles: 'gives an account the role for /audit or /runs, or lists who has one',
  accounts: 'prints a link that sets a new password, changes an e-mail address; encrypts events',
  processes: 'lists stuck work of views, processes and jobs, and retries it',
  views: 'builds views beside the live ones and compares them',
  events: 'reads the log; `events catalogue` lists the types of events',
  ledger: 'verifies, proves and exports the ledger',
  replay: "replays a run with today's code",
  make: 'makes a storyboard and a film of a story, through the API of a running server',
  demo: 'creates an account with a finished sample project, through the API of a running server',
};

/** Tools that are scripts; the others belong to the back end. */
export const SCRIPTS = ['make', 'demo'];

/**
 * Returns a back-end tool's file in backend/dist/tools, without its extension.
 * @param {string} name @param {string[]} args
 */
export const backendTool = (name, args) => (name === 'events' && args[0] === 'catalogue' ? 'event-catalogue' : name);
