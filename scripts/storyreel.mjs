// `storyreel TOOL …`: runs the command-line tools in the image, which has no npm; the same as `npm run TOOL -- …` in a
// checkout. Without arguments it lists them.
import { pathToFileURL } from 'node:url';
import { main } from './lib/main.mjs';
import { inRoot } from './lib/paths.mjs';
import { backendTool, SCRIPTS, TOOLS } from './lib/tools.mjs';

const NOT_UNDERSTOOD = 2;
const width = Math.max(...Object.keys(TOOLS).map((name) => name.length));
const USAGE = `Usage: storyreel TOOL …
${Object.entries(TOOLS)
  .map(([name, does]) => `  ${name.padEnd(width)}  ${does}`)
  .join('\n')}
storyreel TOOL --help tells what a tool takes.`;

const [name = '', ...args] = process.argv.slice(2);
// Makes the tools print commands with this executable's name.
process.env.STORYREEL_TOOLS = 'storyreel';
await main(async () => {
  if (['--help', '-h', 'help'].includes(name)) return console.log(USAGE);
  if (!Object.hasOwn(TOOLS, name)) {
    console.error(`${name === '' ? 'Name a tool.' : `There is no tool '${name}'.`}\n${USAGE}`);
    process.exitCode = NOT_UNDERSTOOD;
    return;
  }
  const file = SCRIPTS.includes(name)
    ? inRoot('scripts', `${name}.mjs`)
    : inRoot('backend/dist/tools', `${backendTool(name, args)}.js`);
  // Moves the tool's arguments to where they would be if it had been run directly.
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
});
