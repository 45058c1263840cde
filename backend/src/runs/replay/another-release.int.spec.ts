import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { RunRecording } from '@storyreel/contracts';
import { APP_CONFIG } from '../../infra/config/app-config';
import type { AppConfig } from '../../infra/config/app-config';
import type { StoredEvent } from '../../eventsourcing/event-store/event-store';
import { MediaStore } from '../../infra/storage';
import { RecordingReader } from '../../integrations/recording/run-recordings';
import { TodaysRequests } from '../../integrations/recording/todays-request';
import { PaidWork } from '../../money/zaps';
import { blackPng } from '../../testing/crafted-pictures';
import { eventually } from '../../testing/eventually';
import { grantRole } from '../../testing/grant-role';
import { projectWithScene } from '../../testing/make-story';
import { MemoryEventStore } from '../../testing/memory-event-store';
import { NodeStage } from '../../testing/node-stage';
import type { StagedNode, TestUser } from '../../testing/node-stage';
import { takeOutlines } from '../../testing/outline-pictures';
import { OpenAiStub } from '../../testing/provider-stubs/openai-stub';
import { ReplicateStub } from '../../testing/provider-stubs/replicate-stub';
import { CLIP } from '../../testing/samples';
import { printSummary, replayNewest } from '../../tools/replay-runs';
import { LogReplayer } from './log-replayer';

/** A log with its recordings, as a later release replays them. */
interface Kept {
  events: (Omit<StoredEvent, 'revision' | 'created'> & { revision: string })[];
  recordings: Record<string, RunRecording>;
  settings: Pick<AppConfig, 'openai' | 'elevenLabs'>;
}

const TEXTS = { description: 'Mara climbs the stairs.', imagePrompt: 'a spiral staircase', videoPrompt: 'pan up' };
const AMOUNT = 1_000;

/** Makes runs with stubs of the providers, and sends commands that are refused, each for a different reason. */
class Recorder {
  private readonly openai = new OpenAiStub();
  private readonly replicate = new ReplicateStub();

  private constructor(
    private readonly stage: NodeStage,
    private node: StagedNode,
    private ada: TestUser,
  ) {}

  static async record(): Promise<Kept> {
    const stage = await NodeStage.open();
    const recorder = new Recorder(stage, undefined as never, undefined as never);
    try {
      await recorder.start();
      return await recorder.keep();
    } finally {
      await stage.close();
      await recorder.openai.stop();
      await recorder.replicate.stop();
    }
  }

  private async start(): Promise<void> {
    this.openai.reply = () => JSON.stringify(TEXTS);
    this.node = await this.stage.node('A', {
      config: {
        openai: { apiKey: OpenAiStub.apiKey, baseUrl: await this.openai.start() },
        replicate: { apiToken: ReplicateStub.token, baseUrl: await this.replicate.start() },
      },
    });
    takeOutlines(this.node);
    this.ada = await this.node.newUser();
    await this.node.idle();
  }

  private async keep(): Promise<Kept> {
    const scene = await projectWithScene(this.ada);
    await this.runs(scene);
    await this.refusals(scene);
    const { events } = this.node.runtime;
    const stored: Kept['events'] = [];
    for await (const { created: _, ...event } of events.readAll()) {
      stored.push({ ...event, revision: event.revision.toString() });
    }
    const reader = new RecordingReader(this.node.get(MediaStore));
    const recordings: Kept['recordings'] = {};
    const { openai, elevenLabs } = this.node.get<AppConfig>(APP_CONFIG);
    const read: RecordingReader['read'] = async (owner, parts) =>
      (recordings[keyOf(parts)] = await reader.read(owner, parts));
    await replayed({ events, settings: { openai, elevenLabs }, read });
    return { events: stored, recordings, settings: { openai, elevenLabs } };
  }

  private images(scene: object, key: string) {
    const body = { ...scene, prompt: 'a lighthouse', idempotencyKey: `images, ${key}` };
    return this.ada.agent.post('/api/midjourney/generate-image').send(body);
  }

  private async prediction(before: number): Promise<string> {
    const { id } = await eventually('A prediction', async () => this.replicate.predictions[before] ?? null, 10_000);
    return id;
  }

  private async draw(scene: object, key: string): Promise<void> {
    const before = this.replicate.accepted;
    await this.images(scene, key).expect(200);
    const png = blackPng(90, 160);
    this.replicate.succeed(
      await this.prediction(before),
      [0, 1, 2, 3].map((n) => ({ name: `${n}.png`, bytes: png })),
    );
    await this.node.idle();
  }

  private async runs(scene: { projectId: string; sceneId: string }): Promise<void> {
    await this.ada.agent.post(`/api/ai/generate/scene-description/${scene.sceneId}`).send({}).expect(200);
    await this.draw(scene, 'first');
    const before = this.replicate.accepted;
    const settings = { prompt: 'waves', duration: 5, mode: 'standard' };
    await this.ada.agent
      .post('/api/replicate/generate-video')
      .send({ ...scene, modelId: 'kling-v2.1', settings, idempotencyKey: 'the clip' })
      .expect(200);
    this.replicate.succeed(await this.prediction(before), [{ name: 'clip.mp4', bytes: CLIP }]);
    await this.node.idle();
  }

  private async refusals(scene: { projectId: string; sceneId: string }): Promise<void> {
    const { agent, id: userId } = this.ada;
    await this.refuseRefunds();
    const other = await projectWithScene(this.ada);
    await agent.post(`/api/projects/${other.projectId}/films`).send({ quality: '720p' }).expect(400);
    const before = this.replicate.accepted;
    await this.images(other, 'running').expect(200);
    await this.images(other, 'too soon').expect(409);
    this.replicate.fail(await this.prediction(before), 'Out of memory');
    await this.node.idle();
    await this.draw(scene, 'second');
    await this.draw(scene, 'third');
    await this.images(scene, 'a fourth time').expect(400);
    await agent.put('/api/credits/budget').send({ monthlyZaps: 1 }).expect(200);
    await this.images(other, 'past the budget').expect(402);
    await agent.put('/api/credits/budget').send({ monthlyZaps: null }).expect(200);
    const purpose = { provider: 'sandbox', model: 'm', operation: 'o', category: 'text', description: 'd' };
    const of = { projectId: null, sceneId: null, workId: 'w', requestHash: 'h' };
    const price = { units: AMOUNT * 10_000, usd: 0, version: '1' };
    const asked = { userId, holdId: 'too-dear', price, purpose: { ...purpose, ...of }, bulk: false };
    const reserve = this.node.get(PaidWork).reserve({ ...asked, deadline: '2099-01-01T00:00:00.000Z' });
    await expect(reserve).rejects.toMatchObject({ code: 'insufficient_zaps' });
  }

  private async refuseRefunds(): Promise<void> {
    const finance = await this.node.newUser();
    for (const user of [finance, this.ada]) await grantRole(this.node, user, 'finance');
    const wallet = this.node.runtime.events.readStream(`wallet-${this.ada.id}`);
    const charges: string[] = [];
    for await (const { type, data } of wallet) {
      if (type === 'ZapsSettled') charges.push((data as { holdId: string }).holdId);
    }
    const refund = ({ agent }: TestUser, zaps: number) =>
      agent.post(`/api/audit/charges/${charges[0]}/refunds`).send({ zaps, reason: 'Blurred' });
    await refund(finance, AMOUNT).expect(409);
    await refund(this.ada, 0.1).expect(409);
  }
}

const keyOf = (parts: readonly { key: string }[]): string => parts.map(({ key }) => key).join(' ');

interface Log extends Pick<Kept, 'settings'> {
  events: Parameters<typeof replayNewest>[0];
  read: RecordingReader['read'];
}

/** Returns the output and exit code of `replay -- --last 1000` for a log. */
async function replayed({ events, settings, read }: Log): Promise<{ lines: string[]; code: number }> {
  const lines: string[] = [];
  let code = 0;
  const fail = (same: boolean) => void (code = same ? code : 1);
  const summary = await replayNewest(events, new LogReplayer(events, { read }, new TodaysRequests(settings)), 1000, {
    onRun: ({ same }) => fail(same),
    onRefusal: ({ verdict }) => fail(verdict !== 'different'),
  });
  printSummary(summary, (line) => lines.push(line));
  return { lines, code };
}

/** File in which `npm run test:planted` stores the log that was written by the code without the planted change. */
const FILE = process.env.RECORDED_LOG;

it('a log of another release replays with the same requests, charges and refusals', async () => {
  const text =
    FILE !== undefined && existsSync(FILE) ? readFileSync(FILE, 'utf8') : JSON.stringify(await Recorder.record());
  if (FILE !== undefined && !existsSync(FILE)) writeFileSync(FILE, text);
  const { events, recordings, settings } = JSON.parse(text) as Kept;
  const log = MemoryEventStore.over(
    events.map((event) => ({ ...event, revision: BigInt(event.revision), created: new Date(0) })),
  );
  const read: RecordingReader['read'] = (_, parts) => {
    const found = recordings[keyOf(parts)];
    return found ? Promise.resolve(found) : Promise.reject(new Error('It was not recorded'));
  };
  const { lines, code } = await replayed({ events: log.asStore(), settings, read });
  expect(lines.filter((line) => /^[≠ ]/.test(line))).toEqual([]);
  expect(code).toBe(0);
  expect(lines.slice(0, 1)).toEqual(['6 runs replayed (4 image, 1 video, 1 scene_description). 0 differ.']);
  expect(lines).toContain(
    '7 refusals decided again (2 ReserveZaps, 2 QueueImageJob, 1 PlanFilm, 2 RefundCharge). 0 differ.',
  );
}, 120_000);
