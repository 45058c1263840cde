import type { Scene } from '@storyreel/contracts';
import { keepAlternativeRequestSchema, tryAlternativeRequestSchema } from '@storyreel/contracts';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { notFound } from './refused';
import { copyScene } from './serve-scenes';

const TEXTS = ['title', 'description', 'imagePrompt', 'videoPrompt', 'narration', 'duration'] as const;
const isSame = (here: Scene | undefined, there: Scene | undefined): boolean =>
  here !== undefined &&
  there !== undefined &&
  [...TEXTS, 'imageUrl' as const].every((key) => here[key] === there[key]) &&
  here.imageUrls.join() === there.imageUrls.join();

/** Serves alternatives, which are created and kept; scenes are paired by their position. */
export function serveAlternatives(server: FakeStoryreel): void {
  const { data } = server;
  const pairOf = (id: string | undefined) => {
    const alternative = data.keptProject(id);
    if (alternative.row.alternativeOf === null) throw notFound();
    const project = data.keptProject(alternative.row.alternativeOf);
    const [here, there] = [data.liveScenes(project.row.id), data.liveScenes(alternative.row.id)];
    const longer = here.length >= there.length ? here : there;
    const scenes = longer.map(({ id: own }, at) => ({
      id: here[at]?.id ?? own,
      here: here[at] ?? null,
      there: there[at] ?? null,
      isSame: isSame(here[at], there[at]),
    }));
    return { project, alternative, scenes };
  };
  server.serve(
    'POST /api/projects/:id/alternatives',
    { body: tryAlternativeRequestSchema, query: nothing },
    ({ params, body: { title } }) => {
      const { row } = data.keptProject(params[0]);
      const alternativeOf = row.alternativeOf ?? row.id;
      const made = { ...row, title, alternativeOf, id: data.nextId(), revision: data.nextRevision() };
      const alternative = data.addProject(made);
      for (const scene of data.liveScenes(row.id)) data.addScene(copyScene(data, scene, alternative.row.id));
      return { json: data.present(alternative) };
    },
  );
  server.serve('GET /api/projects/:id/comparison', { body: nothing, query: nothing }, ({ params }) => {
    const { project, alternative, scenes } = pairOf(params[0]);
    const isSameStory = project.row.story === alternative.row.story;
    return {
      json: {
        project: data.present(project),
        alternative: data.present(alternative),
        scenes,
        isSame: isSameStory && scenes.every((scene) => scene.isSame),
      },
    };
  });
  server.serve(
    'POST /api/projects/:id/keep-alternative',
    { body: keepAlternativeRequestSchema, query: nothing },
    ({ params, body: { sceneId } }) => {
      const { project, alternative, scenes } = pairOf(params[0]);
      for (const { id, here, there } of scenes) {
        if (sceneId !== undefined && sceneId !== id) continue;
        if (!there) data.keptScene(id).deleted = true;
        else if (!here) data.addScene(copyScene(data, there, project.row.id));
        else {
          const { id: own, projectId, order, ...content } = there;
          Object.assign(data.keptScene(id).row, { ...content, id, projectId: here.projectId, order });
        }
      }
      if (sceneId === undefined) project.row.story = alternative.row.story;
      project.row.revision = data.nextRevision();
      return { json: data.present(project) };
    },
  );
}
