import { z } from 'zod';
import { focusManager, onlineManager, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../http/api-client';
import { addressOf, createQueryClient, getQueryFn, nullOn401 } from './query-client';

let calls: { input: string; method: string | undefined }[] = [];
function answerWith(status: number, body = '{}'): void {
  calls = [];
  globalThis.fetch = (input, init) => {
    calls.push({ input: typeof input === 'string' ? input : '', method: init?.method });
    const answer = { ok: status < 400, status, statusText: 'S', text: () => Promise.resolve(body) };
    return Promise.resolve(answer as unknown as Response);
  };
}
const queryFn = getQueryFn(z.object({}));
let client: QueryClient;
beforeEach(() => {
  client = createQueryClient();
});
afterEach(() => client.clear());

describe('the address of a query key', () => {
  it.each([
    [['/api/projects'], '/api/projects'],
    [['/api/projects', 'p1', 'costs'], '/api/projects/p1/costs'],
    [['/api/scenes', { projectId: 'p1', page: 2 }], '/api/scenes?projectId=p1&page=2'],
    [['/api/scenes', { projectId: null, tag: undefined, q: 'a b' }], '/api/scenes?q=a+b'],
    [['/api/scenes', { projectId: null }], '/api/scenes'],
  ])('of %j is %s [API-04]', (key, address) => {
    expect(addressOf(key)).toBe(address);
  });
});

describe('a read', () => {
  it('is a GET [API-03]', async () => {
    answerWith(200);
    await client.fetchQuery({ queryKey: ['/api/projects', 'p1'], queryFn });
    expect(calls).toEqual([{ input: '/api/projects/p1', method: 'GET' }]);
  });

  it('raises an error on 401 by default [API-05]', async () => {
    answerWith(401, 'no');
    await expect(client.fetchQuery({ queryKey: ['/api/projects'], queryFn })).rejects.toThrow('401: no');
  });

  it('returns null on 401 as an option, and still raises other errors [API-05]', async () => {
    const read = { queryKey: ['/api/auth/user'], queryFn: nullOn401(queryFn) };
    answerWith(401);
    await expect(client.fetchQuery(read)).resolves.toBeNull();
    answerWith(500, 'broken');
    await expect(client.fetchQuery({ ...read, staleTime: 0 })).rejects.toThrow('500: broken');
  });

  it('never goes stale, is not refetched on focus, does not poll and does not retry [API-08]', async () => {
    answerWith(200);
    const observer = new QueryObserver(client, { queryKey: ['/api/projects'], queryFn });
    const end = observer.subscribe(() => {});
    await client.fetchQuery({ queryKey: ['/api/projects'], queryFn });
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    expect(observer.getCurrentResult().isStale).toBe(false);
    expect(calls).toHaveLength(1);
    expect(observer.options).toMatchObject({
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchInterval: false,
    });
    end();
  });

  it('that failed is not retried by itself [API-08]', async () => {
    jest.useFakeTimers();
    try {
      answerWith(500);
      const observer = new QueryObserver(client, { queryKey: ['/api/styles'], queryFn });
      const end = observer.subscribe(() => {});
      await jest.advanceTimersByTimeAsync(600_000);
      expect(observer.getCurrentResult()).toMatchObject({ isError: true, fetchStatus: 'idle' });
      expect(calls).toHaveLength(1);
      end();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a mutation', () => {
  it('is not retried [API-09]', async () => {
    let attempts = 0;
    const mutation = client.getMutationCache().build(client, {
      mutationFn: () => {
        attempts += 1;
        return Promise.reject(new ApiError(500, '', 'Oops'));
      },
    });
    await mutation.execute(undefined).catch(() => {});
    expect(attempts).toBe(1);
    expect(mutation.options.retry).toBe(false);
  });
});

describe('without a network', () => {
  const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));
  beforeEach(() => {
    client.mount();
    onlineManager.setOnline(false);
    globalThis.fetch = noNetwork;
  });
  afterEach(() => {
    client.unmount();
    onlineManager.setOnline(true);
  });
  const observe = () => {
    const observer = new QueryObserver(client, { queryKey: ['/api/styles'], queryFn });
    return { observer, end: observer.subscribe(() => {}) };
  };
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };

  it('a read fails, and is repeated when the network returns', async () => {
    const { observer, end } = observe();
    await settled();
    expect(observer.getCurrentResult()).toMatchObject({ isError: true, fetchStatus: 'idle' });
    answerWith(200);
    onlineManager.setOnline(true);
    await settled();
    expect(observer.getCurrentResult()).toMatchObject({ isSuccess: true });
    expect(calls).toHaveLength(1);
    end();
  });

  it('a failed read keeps its data, and is repeated when the network returns', async () => {
    answerWith(200);
    const { observer, end } = observe();
    await settled();
    globalThis.fetch = noNetwork;
    await observer.refetch();
    expect(observer.getCurrentResult()).toMatchObject({ isError: true, data: {} });
    answerWith(200);
    onlineManager.setOnline(true);
    await settled();
    expect(observer.getCurrentResult()).toMatchObject({ isSuccess: true });
    expect(calls).toHaveLength(1);
    end();
  });

  it('fresh data stays when the network returns', async () => {
    answerWith(200);
    const { end } = observe();
    await settled();
    onlineManager.setOnline(true);
    await settled();
    expect(calls).toHaveLength(1);
    end();
  });

  it('a mutation fails, and is not repeated when the network returns', async () => {
    let attempts = 0;
    const mutation = client.getMutationCache().build(client, {
      mutationFn: () => {
        attempts += 1;
        return noNetwork();
      },
    });
    await expect(mutation.execute(undefined)).rejects.toThrow('Failed to fetch');
    onlineManager.setOnline(true);
    await settled();
    expect(attempts).toBe(1);
  });
});
