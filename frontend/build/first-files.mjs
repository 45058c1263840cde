/**
 * The modules that each address shows first, named as in the app's imports. The table is written to
 * dist/first-files.json, from which the server preloads a page's files before any script has run.
 */
const SCREENS = {
  '/': 'dashboard/ProjectDashboard',
  '/research': 'research/ResearchScreen',
  '/social': 'posts/social/SocialScreen',
  '/social/published': 'posts/social/PublishedScreen',
  '/create-post': 'posts/composer/CreatePostScreen',
  '/calendar': 'posts/calendar/CalendarScreen',
  '/styles': 'styles/StylesScreen',
  '/settings': 'account/SettingsScreen',
  '/credits': 'credits/ZapsScreen',
};
const TABS = {
  settings: 'workspace/settings/ContinuityTab',
  story: 'story/StoryTab',
  scenes: 'workspace/scenes/ScenesTab',
  build: 'workspace/build/BuildTab',
  board: 'workspace/board/BoardTab',
  audio: 'narration/AudioTab',
  create: 'workspace/create/CreateTab',
  publish: 'workspace/publish/PublishTab',
};

/** Entry of the app. The landing page is a second entry (see prerendered-landing.mjs) and lists its own files. */
const APP = 'index.html';

/** @typedef {import('vite').Rolldown.OutputChunk} OutputChunk */

/** @returns {import('vite').Plugin} */
export function firstFiles() {
  return {
    name: 'first-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(APP));
      if (!entry) throw new Error(`No file of the build starts ${APP}.`);
      const named = filesOf([entry], bundle);
      /** @param {string[]} modules */
      const filesFor = (...modules) => {
        const wanted = modules.map((module) => {
          const file = `/src/features/${module}.tsx`;
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(file)));
          if (!chunk) throw new Error(`No file of the build holds ${file}.`);
          return chunk;
        });
        return [...filesOf(wanted, bundle)].filter((file) => !named.has(file));
      };
      /** @param {Record<string, string>} table @param {(module: string) => string[]} files */
      const each = (table, files) => Object.fromEntries(Object.entries(table).map(([key, of]) => [key, files(of)]));
      const screens = each(SCREENS, (module) => filesFor(module));
      const tabs = each(TABS, (module) => filesFor('workspace/Workspace', module));
      for (const files of [named, screens['/'], ...Object.values(tabs)]) keepLight(files ?? [], bundle);
      const source = JSON.stringify({ screens, tabs });
      this.emitFile({ type: 'asset', fileName: 'first-files.json', source });
    },
  };
}

/**
 * Fails the build when the dashboard or a project would load zod for its first screen.
 * @param {Iterable<string>} files
 * @param {import('vite').Rolldown.OutputBundle} bundle
 */
function keepLight(files, bundle) {
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type === 'chunk' && chunk.moduleIds.some((id) => /node_modules[\\/]zod[\\/]/.test(id))) {
      throw new Error(`The first page would wait for zod, in ${file}. Take schemas from platform/lazy/lazy-schema.ts.`);
    }
  }
}

/**
 * Returns the files of the chunks and of everything they import statically.
 * @param {OutputChunk[]} chunks
 * @param {import('vite').Rolldown.OutputBundle} bundle
 */
export function filesOf(chunks, bundle) {
  /** @type {Set<string>} */
  const files = new Set();
  /** @param {OutputChunk} chunk */
  const add = (chunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  chunks.forEach(add);
  return files;
}
