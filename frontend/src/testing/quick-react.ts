/* Loads React's production builds, which take half the time of the development builds. They have no `act`, by which
   Testing Library waits for React after each event, so this file adds one. With REACT_BUILD=development, which `npm run
   test:all` also uses, React's development builds and their own `act` are loaded. */

interface WithAct {
  act?: (callback: () => unknown) => PromiseLike<unknown>;
}

/** Work that React has scheduled, by the handle by which it can be cancelled. */
const planned = new Map<unknown, () => void>();

function noted(plan: (run: () => void) => unknown, run: () => void): unknown {
  const handle = plan(() => {
    if (planned.delete(key)) run();
  });
  const key = handle ?? Symbol('microtask');
  planned.set(key, run);
  return handle;
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value;

const { env } = jest.requireActual<{ env: Record<string, string> }>('node:process');

function load(): WithAct {
  const own = { queueMicrotask, setTimeout, clearTimeout };
  const { NODE_ENV } = env;
  env['NODE_ENV'] = 'production';
  // React keeps references to the timer functions that exist when it loads.
  Object.assign(globalThis, {
    queueMicrotask: (run: () => void) => noted(own.queueMicrotask, run),
    setTimeout: (run: () => void, ms: number) => noted((later) => own.setTimeout(later, ms), run),
    clearTimeout: (handle: number) => {
      planned.delete(handle);
      own.clearTimeout(handle);
    },
  });
  const react = jest.requireActual<WithAct>('react');
  for (const name of ['react/jsx-runtime', 'react-dom', 'react-dom/client']) jest.requireActual(name);
  Object.assign(globalThis, own);
  Object.assign(env, { NODE_ENV });
  return react;
}

let depth = 0;

function finish(): void {
  depth -= 1;
  if (depth > 0) return;
  for (const [key, run] of planned) {
    planned.delete(key);
    run();
  }
}

function act(callback: () => unknown): PromiseLike<unknown> {
  depth += 1;
  let result: unknown;
  try {
    result = callback();
  } catch (error) {
    finish();
    throw error;
  }
  if (isThenable(result)) return Promise.resolve(result).finally(finish);
  finish();
  return { then: (resolved) => Promise.resolve(result).then(resolved) };
}

// An earlier test file of this worker may already have loaded React: see shared-page-environment.cjs.
if (env['REACT_BUILD'] !== 'development') load().act ??= act;
