import { createCanvas } from '@napi-rs/canvas';
import { type Film, filmSchema, type Project } from '@storyreel/contracts';
import type { MediaStore } from '../infra/storage';
import { eventually } from './eventually';
import type { TestUser } from './node-stage';
import { CLIP } from './samples';

export const FILM_WITHIN_MS = 90_000;

type Creator = Pick<TestUser, 'agent'>;

export async function uploadFile(user: Creator, bytes: Buffer, type: string, purpose: string): Promise<string> {
  const asked = await user.agent.post(`/api/objects/upload?type=${type}&purpose=${purpose}`).expect(200);
  const { uploadURL } = asked.body as { uploadURL: string };
  const path = new URL(uploadURL, 'http://localhost').pathname;
  await user.agent.put(path).set('content-type', type).send(bytes).expect(200);
  const done = await user.agent.post('/api/objects/finalize').send({ uploadURL, visibility: 'private' }).expect(200);
  return (done.body as { url: string }).url;
}

/** Returns the address of a truncated clip as earlier releases accepted it: they checked only the first bytes. */
export async function halfClip(media: Pick<MediaStore, 'save'>, ownerId: string): Promise<string> {
  const buffer = CLIP.subarray(0, CLIP.length / 2);
  const stored = { ownerId, buffer, contentType: 'video/mp4', maxBytes: buffer.length, visibility: 'private' as const };
  return (await media.save(stored)).url;
}

const picture = (colour: string): Buffer => {
  const canvas = createCanvas(90, 160);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, 90, 160);
  return canvas.toBuffer('image/png');
};

/** Creates a project whose scenes show one colour each. */
export async function projectOf(user: Creator, colours: readonly string[], duration = 1): Promise<string> {
  const project = await user.agent.post('/api/projects').send({ title: 'The Lamp' }).expect(201);
  const { id: projectId } = project.body as Project;
  for (const colour of colours) {
    const imageUrl = await uploadFile(user, picture(colour), 'image/png', 'image');
    await user.agent.post('/api/scenes').send({ projectId, imageUrl, title: colour, duration }).expect(201);
  }
  return projectId;
}

export const filmsPath = (projectId: string) => `/api/projects/${projectId}/films`;

/** Orders a film and returns its id. */
export async function askForFilm(user: Creator, projectId: string, quality: string): Promise<string> {
  const asked = await user.agent.post(filmsPath(projectId)).send({ quality }).expect(200);
  return (asked.body as { filmId: string }).filmId;
}

export const filmsOf = async (user: Creator, projectId: string): Promise<Film[]> =>
  filmSchema.array().parse((await user.agent.get(filmsPath(projectId)).expect(200)).body);

/** Returns the newest film of a project once it is complete or has failed. */
export const endedFilm = (user: Creator, projectId: string): Promise<Film> =>
  eventually(
    'The end of the film',
    async () =>
      (await filmsOf(user, projectId)).find(({ status }) => status === 'succeeded' || status === 'failed') ?? null,
    FILM_WITHIN_MS,
  );
