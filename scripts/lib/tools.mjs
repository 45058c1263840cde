/**
 * The command-line tools of an installation with their descriptions. `npm run NAME` runs one in a checkout, `storyreel
 * NAME` in the image.
 * @satisfies {Record<string, string>}
 */
export const TOOLS = {
  backup: 'copies events, accounts and media into a new folder and checks them',
  restore: 'puts a backup in the place of what is there; the server has to be stopped',
  roles: 'opens /audit or /runs to an account, or lists who has a role',
  accounts: 'prints a link that sets a new password, changes an e-mail address; encrypts events',
  processes: 'what views, processes and jobs have left for people',
  views: 'builds views beside the live ones and compares them',
  events: 'reads the log; `events catalogue` lists the types of events',
  ledger: 'verifies, proves and exports the ledger',
  replay: 'decides a run again by the code of today',
  make: 'a storyboard and a film of a story, through the API of a running server',
  demo: 'an account with a finished sample project, through the API of a running server',
};

/** Tools that are scripts; the others belong to the back end. */
export const SCRIPTS = ['make', 'demo'];

/**
 * Returns a back-end tool's file in backend/dist/tools, without its extension.
 * @param {string} name @param {string[]} args
 */
export const backendTool = (name, args) => (name === 'events' && args[0] === 'catalogue' ? 'event-catalogue' : name);
