/** @type {import('./wiring-mutants.mjs').Fault[]} */
export const FRONTEND_MUTANTS = [
  {
    name: 'reads that fail are tried again by default',
    file: 'frontend/src/platform/query-client.ts',
    find: '        retry: false,\n      },\n      mutations',
    put: '        retry: 3,\n      },\n      mutations',
    tests: ['platform/query-client'],
  },
  {
    name: 'the queue counts as new for 40 s',
    file: 'frontend/src/domains/image-jobs/queries.ts',
    find: 'QUEUE_STALE_MS = 4_000',
    put: 'QUEUE_STALE_MS = 40_000',
    tests: ['image-jobs/queue-badge'],
  },
  {
    name: 'the time since a job was started is never known',
    file: 'frontend/src/domains/image-jobs/image-job-tracker.ts',
    find: 'return startedAt === undefined ? null : this.timers.now() - startedAt;',
    put: 'return startedAt === undefined ? null : null;',
    tests: ['image-jobs/image-generation'],
  },
  {
    name: 'scenes, projects and balance stay old after a job',
    file: 'frontend/src/domains/image-jobs/poll-image-job.ts',
    find: '[refreshMedia(queryClient, projectId), refreshImageQueue(queryClient)]',
    put: '[projectId, refreshImageQueue(queryClient)]',
    tests: ['image-jobs/image-generation'],
  },
  {
    name: 'pushes about scenes are dropped',
    file: 'frontend/src/app/shell/push-connection.ts',
    find: '[onProjectsPush, onScenesPush,',
    put: '[onProjectsPush,',
    tests: ['app/shell'],
  },
  {
    name: 'pushes about the balance are dropped',
    file: 'frontend/src/app/shell/push-connection.ts',
    find: ', onZapsPush]',
    put: ']',
    tests: ['app/shell'],
  },
  {
    name: 'nothing is read anew when the socket is back',
    file: 'frontend/src/app/shell/push-connection.ts',
    find: '      void refreshAllButUser(queryClient);\n',
    put: '',
    tests: ['app/shell'],
  },
  {
    name: 'a description carries no key',
    file: 'frontend/src/domains/scenes/prompt-actions.ts',
    find: '      signal,\n      headers: keyHeader(key),\n',
    put: '      signal,\n      headers: key === null ? keyHeader(key) : {},\n',
    tests: ['app/paid-actions', 'scenes/prompt-actions'],
  },
];
