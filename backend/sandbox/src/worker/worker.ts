import { parentPort } from 'node:worker_threads';
import { TASKS, type TaskInput, type TaskName } from './tasks';

export interface TaskRequest<Name extends TaskName = TaskName> {
  id: number;
  name: Name;
  input: TaskInput<Name>;
}

export type TaskAnswer = { id: number; output: unknown } | { id: number; error: string };

async function answer<Name extends TaskName>({ id, name, input }: TaskRequest<Name>): Promise<TaskAnswer> {
  const task = TASKS[name] as (value: TaskInput<Name>) => Promise<unknown>;
  try {
    return { id, output: await task(input) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: TaskRequest) => {
  void answer(request).then((message) => parentPort?.postMessage(message));
});
