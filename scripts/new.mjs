// `npm run new -- command|view|screen NAME`: creates the files of one, and lists the steps left to do by hand.
import { byHand } from './lib/new/by-hand.mjs';
import { layOut, writeAll } from './lib/new/lay-out.mjs';
import { readNewOptions } from './lib/new/options.mjs';
import { main } from './lib/main.mjs';
import { run } from './lib/run.mjs';

await main(async () => {
  const order = readNewOptions(process.argv.slice(2));
  const files = layOut(order);
  writeAll(files);
  const places = files.map(({ place }) => place);
  const { code, output } = await run('npx', ['--no-install', 'prettier', '--write', ...places], { capture: true });
  if (code !== 0) throw new Error(`The files are written, but cannot be formatted:\n${output}`);
  console.log(`Written:\n${places.map((place) => `  ${place}`).join('\n')}\n`);
  console.log(
    `Left to do by hand:\n${byHand(order)
      .map((step, index) => `  ${index + 1}. ${step}`)
      .join('\n')}`,
  );
});
