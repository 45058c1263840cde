import { referencesIn, referencesOf, sceneCast, wantedPictures } from '@storyreel/contracts';
import type { CastMember, Project, Scene } from '@storyreel/contracts';
import { useImageModel } from '../pictures/images/useImageGeneration';
import { useSceneFieldValue } from '../scenes/useSceneAutosave';
import { useCastMembers } from './api';

/** Returns the members that a scene shows, found in its words or chosen. */
export function useCastOfScene(scene: Scene, members: readonly CastMember[]) {
  const title = useSceneFieldValue(scene, 'title');
  const description = useSceneFieldValue(scene, 'description');
  const imagePrompt = useSceneFieldValue(scene, 'imagePrompt');
  const chosen = useSceneFieldValue(scene, 'cast');
  const words = { sourceText: scene.sourceText, title, description, imagePrompt };
  return { cast: sceneCast({ ...words, cast: chosen }, members), prompt: imagePrompt };
}

/**
 * Returns the pictures for a scene's next images, in order of priority; the chosen model uses as many as it accepts.
 */
export function useWantedPictures(scene: Scene, project: Project) {
  const { model, isPending } = useImageModel(project.id);
  const members = useCastMembers(project);
  const { cast, prompt } = useCastOfScene(scene, members);
  const lead = members.find(({ kind }) => kind === 'character') ?? null;
  const sources = { cast, lead, imageUrl: project.imageUrl, prompt };
  const wanted = wantedPictures(sources, Number.MAX_SAFE_INTEGER);
  const most = referencesOf(model)?.most ?? 0;
  const isAbout = cast.length > 0 || referencesIn(prompt).length > 0;
  return { isPending, isAbout, wanted, most, sent: Math.min(most, wanted.length) };
}
