import { Logger } from '@nestjs/common';
import { isBlank } from '@storyreel/contracts';
import { z } from 'zod';
import { messageFrom } from '../http/provider-errors';
import type { Prediction, PredictionOutput } from '../ports/generation-provider';
import { filesIn } from './comfyui-transport';
import type { Ended, MadeFile } from './comfyui-transport';
import { outputsOf } from './workflows';

const log = new Logger('ComfyUI');

const TYPES = {
  image: { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp' },
  clip: { mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime' },
} as const satisfies Record<string, Record<string, string>>;
export type Kind = keyof typeof TYPES;

/** Advice for creators where only the installation's operator can help. */
export const TELL = 'Please tell the operator of this installation.';

const refOf = ({ filename, subfolder, type }: MadeFile): string =>
  new URLSearchParams({ filename, subfolder, type }).toString();

export function fileOf(ref: string): MadeFile | null {
  const { filename, subfolder = '', type } = Object.fromEntries(new URLSearchParams(ref));
  return filename === undefined || type === undefined ? null : { filename, subfolder, type };
}

const failureSchema = z.tuple([
  z.enum(['execution_error', 'execution_interrupted']),
  z.looseObject({
    node_id: z.union([z.string(), z.number()]).optional(),
    node_type: z.string().optional(),
    exception_type: z.string().optional(),
    exception_message: z.string().optional(),
  }),
]);

interface Failure {
  status: 'failed' | 'canceled';
  /** Message for creators. */
  error: string;
  /** Log line for the operator. */
  detail: string;
}

/** Returns why a prompt failed, from the messages in its history; null if none of them gives a reason. */
function failureOf(messages: readonly unknown[]): Failure | null {
  for (const message of messages) {
    const parsed = failureSchema.safeParse(message);
    if (!parsed.success) continue;
    const [event, told] = parsed.data;
    if (event === 'execution_interrupted')
      return { status: 'canceled', error: 'The work was stopped on the video card.', detail: 'it was interrupted' };
    const { exception_type: type = '', exception_message: said = '', node_type: node = '?', node_id: id = '?' } = told;
    const detail = `${node} (node ${id}): ${type}: ${isBlank(said) ? 'no message' : said}`;
    // Class torch.OutOfMemoryError, or torch.cuda.OutOfMemoryError in older versions.
    const error = /OutOfMemory/u.test(type)
      ? 'The video card has too little memory for this. A shorter clip, a smaller size or fewer reference images may help.'
      : `The workflow failed on the video card, so trying it again won't help. ${TELL}`;
    return { status: 'failed', error, detail };
  }
  return null;
}

/** Returns how a prompt ended: with its files, or with a message for creators and a log line for the operator. */
export function endingOf(id: string, { prompt, outputs, status }: Ended, kind: Kind): Prediction {
  const failure = failureOf(status?.messages ?? []);
  if (failure || status?.status_str === 'error') {
    const { error = `The workflow failed on the video card. ${TELL}`, detail = 'without saying why' } = failure ?? {};
    if (failure?.status !== 'canceled') log.warn(`A workflow failed: ${messageFrom(detail)}`);
    return { id, status: failure?.status ?? 'failed', outputs: [], error };
  }
  const types: Readonly<Record<string, string>> = TYPES[kind];
  const marked = outputsOf(prompt[2]);
  const made = Object.entries(outputs)
    .flatMap(([node, output]) => (marked.length === 0 || marked.includes(node) ? filesIn(output) : []))
    .flatMap((file): PredictionOutput[] => {
      const mimeType = types[/\.(\w+)$/u.exec(file.filename)?.[1]?.toLowerCase() ?? ''];
      // Intermediate previews of nodes have the type 'temp'.
      return mimeType === undefined || file.type !== 'output' ? [] : [{ ref: refOf(file), mimeType }];
    });
  if (made.length > 0) return { id, status: 'succeeded', outputs: made, progress: 1 };
  log.warn(`A workflow ended without a file of ${Object.keys(types).join(', ')} in ComfyUI's output folder.`);
  return { id, status: 'failed', outputs: [], error: `The workflow made no ${kind}. ${TELL}` };
}
