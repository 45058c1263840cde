import {
  addImageRequestSchema,
  addVideoRequestSchema,
  BREATH_SECONDS,
  changedPins,
  changeShotsRequestSchema,
  LEAD_SECONDS,
  LIMITS,
  predictionIdOf,
  restoreShotsRequestSchema,
  type Scene,
  setMainImageRequestSchema,
  setMainVideoRequestSchema,
  spokenScene,
  type VideoItem,
} from '@storyreel/contracts';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { endJob } from './serve-generation';
import { notFound, Refused } from './refused';
import { insertAt, isPlayable, slotsOf, withSlots, withVideos } from './scene-rows';

const bare = { body: nothing, query: nothing };

export function serveImages(server: FakeStoryreel): void {
  const { data } = server;
  server.serve('POST /api/scenes/:sceneId/images', { body: addImageRequestSchema, query: nothing }, (call) => {
    const { imageUrl: url, insertAt: at } = call.body;
    const kept = data.keptScene(call.params[0]);
    const slots = slotsOf(kept.row);
    if (slots.length >= LIMITS.assetsPerScene) throw new Refused('limit_reached');
    const slot = { id: data.nextId(), url, status: 'complete' as const, jobId: null };
    const makeMain = at === undefined || kept.row.imageUrl === null || kept.removedMainUrls.includes(url);
    const place = Math.min(at ?? slots.length, slots.length);
    kept.removedMedia = kept.removedMedia.filter((media) => media.kind !== 'image' || media.imageUrl !== url);
    const row = withSlots(kept.row, insertAt(slots, place, slot), makeMain ? slot.id : undefined);
    return { json: data.setScene(kept, row) };
  });
  server.serve('DELETE /api/scenes/:sceneId/images/:index', bare, ({ params }) => {
    const kept = data.keptScene(params[0]);
    const slots = slotsOf(kept.row);
    const gone = slots[Number(params[1])];
    if (!gone) throw notFound();
    if (gone.status === 'processing') throw new Refused('conflict', 'This image is still being generated.');
    if (gone.url === kept.row.imageUrl) kept.removedMainUrls.push(gone.url);
    if (gone.status === 'complete') {
      const [made, index] = [data.nextMade(), Number(params[1])];
      kept.removedMedia.push({ kind: 'image', id: gone.id, index, imageUrl: gone.url, made });
    }
    const rest = slots.filter((slot) => slot !== gone);
    return { json: data.setScene(kept, withSlots(kept.row, rest)) };
  });
  server.serve(
    'PATCH /api/scenes/:sceneId/main-image',
    { body: setMainImageRequestSchema, query: nothing },
    ({ params, body }) => {
      const kept = data.keptScene(params[0]);
      const slots = slotsOf(kept.row);
      const slot = slots.find(({ url, status }) => url === body.imageUrl && status === 'complete');
      if (!slot) throw new Refused('bad_request', 'This image is no longer in the scene.');
      return { json: data.setScene(kept, withSlots(kept.row, slots, slot.id)) };
    },
  );
  const before = new Map<string, { revision: string; pins: Scene['shotPins'] }>();
  server.serve('POST /api/scenes/:sceneId/shots', { body: changeShotsRequestSchema, query: nothing }, (call) => {
    const kept = data.keptScene(call.params[0]);
    const { speech, duration, shotPins } = kept.row;
    const seconds = speech ? LEAD_SECONDS + speech.seconds + BREATH_SECONDS : duration;
    const pins = changedPins(shotPins, call.body.change, spokenScene({ seconds, speech }));
    const row = data.setScene(kept, { ...kept.row, shotPins: pins });
    before.set(row.id, { revision: row.revision, pins: shotPins });
    return { json: row };
  });
  server.serve(
    'POST /api/scenes/:sceneId/shots/restore',
    { body: restoreShotsRequestSchema, query: nothing },
    (call) => {
      const kept = data.keptScene(call.params[0]);
      const earlier = before.get(kept.row.id);
      if (earlier?.revision !== call.body.revision) throw new Refused('conflict', 'The shots were changed since.');
      before.delete(kept.row.id);
      return { json: data.setScene(kept, { ...kept.row, shotPins: earlier.pins }) };
    },
  );
  server.serve('POST /api/scenes/:id/cleanup-dead-images', bare, ({ params }) => {
    const kept = data.keptScene(params[0]);
    const slots = slotsOf(kept.row);
    const alive = slots.filter(({ status }) => status === 'complete');
    for (const { jobId } of slots) endJob(data, jobId, 'The generation was cleared.');
    const removedCount = slots.length - alive.length;
    if (removedCount > 0) data.setScene(kept, withSlots(kept.row, alive));
    return { json: { removedCount, remainingCount: alive.length } };
  });
}

export function serveVideos(server: FakeStoryreel): void {
  const { data } = server;
  server.serve('POST /api/scenes/:sceneId/videos', { body: addVideoRequestSchema, query: nothing }, (call) => {
    const { insertAt: at, idempotencyKey: _, duration, thumbnail, ...metadata } = call.body;
    const kept = data.keptScene(call.params[0]);
    const { videos, mainVideoId } = kept.row;
    const id = metadata.id ?? data.nextId();
    if (videos.some((video) => video.id === id)) throw new Refused('conflict');
    if (predictionIdOf(id) !== null) throw new Refused('bad_request');
    if (videos.length >= LIMITS.assetsPerScene) throw new Refused('limit_reached');
    const video: VideoItem = {
      ...metadata,
      id,
      duration: duration ?? null,
      thumbnail: thumbnail ?? null,
      status: 'complete',
    };
    const makeMain = at === undefined || mainVideoId === null || kept.removedMainVideoIds.includes(id);
    kept.removedMedia = kept.removedMedia.filter((media) => media.id !== id);
    const list = insertAt(videos, Math.min(at ?? videos.length, videos.length), video);
    return { json: data.setScene(kept, withVideos(kept.row, list, makeMain ? id : undefined)) };
  });
  server.serve('DELETE /api/scenes/:sceneId/videos/:videoId', bare, ({ params }) => {
    const kept = data.keptScene(params[0]);
    const { videos, mainVideoId } = kept.row;
    const index = videos.findIndex(({ id }) => id === params[1]);
    const gone = videos[index];
    if (!gone) throw notFound();
    if (isPlayable(gone)) {
      kept.removedMedia.push({ kind: 'video', id: gone.id, index, video: gone, made: data.nextMade() });
    }
    if (mainVideoId !== null && mainVideoId === params[1]) kept.removedMainVideoIds.push(mainVideoId);
    endJob(data, predictionIdOf(params[1] ?? ''), 'The generation was cancelled.');
    const rest = videos.filter(({ id }) => id !== params[1]);
    return { json: data.setScene(kept, withVideos(kept.row, rest)) };
  });
  server.serve(
    'PATCH /api/scenes/:sceneId/main-video',
    { body: setMainVideoRequestSchema, query: nothing },
    ({ params, body }) => {
      const kept = data.keptScene(params[0]);
      const { videos } = kept.row;
      if (!videos.some((video) => video.id === body.videoId && isPlayable(video))) throw new Refused('bad_request');
      return { json: data.setScene(kept, withVideos(kept.row, videos, body.videoId)) };
    },
  );
}
