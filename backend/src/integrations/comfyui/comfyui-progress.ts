import { LRUCache } from 'lru-cache';
import WebSocket from 'ws';
import { z } from 'zod';

/** Large enough for previews of the unfinished image, which the server also sends and which are ignored. */
const MAX_MESSAGE = 32 * 1024 * 1024;
const HANDSHAKE_MS = 10_000;
/** A socket is closed after this long without a query about its prompt. */
const IDLE_MS = 60_000;
/** Maximum number of prompts followed; fewer than that run at the same time. */
const MOST = 100;
/** Maximum progress shown before the end: the last steps, such as writing the file, report no progress. */
const ALMOST = 0.95;

const messageSchema = z.object({ type: z.string(), data: z.looseObject({ prompt_id: z.string().optional() }) });
const stepSchema = z.object({ value: z.number(), max: z.number().positive() });

interface Watched {
  socket: WebSocket;
  progress: number;
}

/**
 * Follows the progress of prompts over the server's websocket. Each prompt has its own client id, because the server
 * reports progress to the prompt's client id alone, also after a reconnect. For display only; HTTP queries decide
 * whether a prompt has ended.
 */
export class ComfyUiProgress {
  private readonly watched = new LRUCache<string, Watched>({
    max: MOST,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: ({ socket }) => socket.terminate(),
  });

  constructor(private readonly baseUrl: string) {}

  /**
   * Returns the prompt's progress from 0 to 1 and starts following the prompt if necessary; undefined while no progress
   * is known.
   */
  of(promptId: string): number | undefined {
    const known = this.watched.get(promptId) ?? this.follow(promptId);
    return known.progress === 0 ? undefined : known.progress;
  }

  end(promptId: string): void {
    this.watched.delete(promptId);
  }

  private follow(promptId: string): Watched {
    const url = new URL(`${this.baseUrl}/ws`);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.searchParams.set('clientId', promptId);
    const socket = new WebSocket(url, {
      maxPayload: MAX_MESSAGE,
      handshakeTimeout: HANDSHAKE_MS,
      followRedirects: false,
    });
    const watched: Watched = { socket, progress: 0 };
    this.watched.set(promptId, watched);
    socket.on('message', (bytes, isBinary) => {
      // Messages arrive as Buffer, since `binaryType` keeps its default.
      if (isBinary || !Buffer.isBuffer(bytes)) return;
      const share = shareOf(bytes.toString('utf8'), promptId);
      // A second pass starts at zero again, but a progress bar should not run backwards.
      if (share !== null) watched.progress = Math.max(watched.progress, share * ALMOST);
    });
    socket.on('close', () => {
      if (this.watched.peek(promptId) === watched) this.watched.delete(promptId);
    });
    // The next query about the prompt reports the problem, or opens another socket.
    socket.on('error', () => socket.terminate());
    return watched;
  }
}

function shareOf(text: string, promptId: string): number | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const message = messageSchema.safeParse(json);
  if (!message.success || message.data.type !== 'progress') return null;
  const { prompt_id: of = promptId } = message.data.data;
  const step = stepSchema.safeParse(message.data.data);
  return step.success && of === promptId ? Math.min(1, Math.max(0, step.data.value / step.data.max)) : null;
}
