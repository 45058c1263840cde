/**
 * Returns the command line that runs a tool in this installation: `npm run NAME -- …` in a checkout, `storyreel NAME …`
 * in the image. A copy of backend/src/lib/tool-command.ts for scripts that run before there is a build.
 * @param {string} name
 * @param {string} [args]
 * @param {Record<string, string | undefined>} [environment]
 */
export function toolCommand(name, args = '', environment = process.env) {
  const [start, separator] = environment.STORYREEL_TOOLS === 'storyreel' ? ['storyreel', ''] : ['npm run', '-- '];
  return `${start} ${name}${args === '' ? '' : ` ${separator}${args}`}`;
}

/** True in the image, where nothing can be installed or built. */
export const isInImage = () => process.env.STORYREEL_TOOLS === 'storyreel';
