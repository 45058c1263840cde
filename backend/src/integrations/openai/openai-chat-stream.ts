import { isBlank } from '@storyreel/contracts';
import type OpenAI from 'openai';
import { startOf, TextStreamCleaner } from '../../lib/text';
import { CreateOutcomeUnknown, ProviderAnswerInvalid } from '../http/provider-errors';
import type { ChatPiece, ChatTurn, TextCall } from '../ports/text-provider';
import type { OpenAiOptions, OpenAiTransport } from './openai-transport';

type Limits = Pick<OpenAiOptions, 'idleMs' | 'totalMs'>;

const IDLE_MS = 60_000;
const TOTAL_MS = 300_000;
/** Maximum UTF-8 bytes per token in any script: a longer answer exceeds the requested number of tokens. */
const BYTES_PER_TOKEN = 16;

interface Asked {
  system: string;
  /** Name and version of the instructions. */
  template: string;
  turns: readonly ChatTurn[];
  maxTokens: number;
}

/** Streams a reply within limits of time and size. */
export class OpenAiChatStream {
  constructor(
    private readonly transport: OpenAiTransport,
    private readonly limits: Limits,
  ) {}

  /**
   * @throws CreateRefused, CreateOutcomeUnknown, ProviderAnswerInvalid; only after CreateRefused is it certain that
   * nothing was charged
   */
  async *stream({ system, template, turns, maxTokens }: Asked, call: TextCall): AsyncGenerator<ChatPiece> {
    const deadline = new Deadline(this.limits);
    const signal = AbortSignal.any([deadline.signal, ...(call.signal ? [call.signal] : [])]);
    try {
      const messages = [{ role: 'system' as const, content: system }, ...turns];
      const chunks = await this.transport.stream({ messages, template, maxTokens }, { ...call, signal });
      yield* this.pieces(chunks, maxTokens, deadline);
    } catch (error) {
      if (deadline.signal.aborted) throw new CreateOutcomeUnknown('The text model stopped responding.', error);
      throw this.transport.outcome(error);
    } finally {
      deadline.end();
    }
  }

  private async *pieces(
    chunks: AsyncIterable<OpenAI.ChatCompletionChunk>,
    maxTokens: number,
    deadline: Deadline,
  ): AsyncGenerator<ChatPiece> {
    const clean = new TextStreamCleaner();
    let room = maxTokens * BYTES_PER_TOKEN;
    let content = '';
    let reason: string | null = null;
    let usage: OpenAI.CompletionUsage | null = null;
    for await (const chunk of chunks) {
      deadline.heard();
      usage = chunk.usage ?? usage;
      const choice = chunk.choices?.[0];
      reason = choice?.finish_reason ?? reason;
      const refusal = choice?.delta?.refusal;
      if (refusal) throw new ProviderAnswerInvalid(`The text model refused: ${refusal}`);
      const text = startOf(clean.next(choice?.delta?.content ?? ''), room);
      if (text === '') continue;
      room -= Buffer.byteLength(text);
      content += text;
      yield { type: 'text', text };
      if (room < BYTES_PER_TOKEN) {
        reason = 'length';
        break;
      }
    }
    if (reason === null) throw new CreateOutcomeUnknown('The reply of the text model broke off.');
    if (reason === 'content_filter') throw new ProviderAnswerInvalid('The text model stopped at its content filter.');
    if (isBlank(content)) throw new ProviderAnswerInvalid('The text model sent an empty answer.');
    const used = this.transport.usage(usage?.prompt_tokens ?? 0, usage?.completion_tokens ?? 0);
    yield { type: 'end', usage: used, isCutOff: reason === 'length' };
  }
}

/** Aborts after a silence, or when the whole reply takes too long. */
class Deadline {
  private readonly controller = new AbortController();
  private readonly total: NodeJS.Timeout;
  private readonly idle: NodeJS.Timeout;

  constructor({ idleMs = IDLE_MS, totalMs = TOTAL_MS }: Limits) {
    this.idle = setTimeout(() => this.controller.abort(), idleMs);
    this.total = setTimeout(() => this.controller.abort(), totalMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  heard(): void {
    this.idle.refresh();
  }

  end(): void {
    clearTimeout(this.idle);
    clearTimeout(this.total);
  }
}
