import type { Project, Scene, SpeechVoices } from '@storyreel/contracts';
import { useProjectAutosave } from '../../../domains/projects/useProjectAutosave';
import { useSpeechVoices } from '../../../domains/speech/queries';
import { voiceIn } from '../../../domains/speech/speakers';
import { speechStateOf, wantsSpeech, zapsOfSpeech } from '../../../domains/speech/speech-state';
import { wordsNow } from '../../../domains/speech/useNarration';

export interface NarrationPlan {
  /** Scenes that are not narrated as they stand, in their order. */
  sceneIds: string[];
  /** What narrating those costs. */
  zaps: number;
  /** How many scenes are being spoken right now. */
  speaking: number;
  /** Seconds of all that was spoken. */
  seconds: number;
  /** How many scenes that is. */
  spoken: number;
}

/** What is there to hear, and what narrating all scenes would make. */
export function planNarration(
  scenes: readonly Scene[],
  voices: Project['voices'],
  offered: SpeechVoices | undefined,
): NarrationPlan {
  const wanted = scenes.flatMap((scene) => {
    const words = wordsNow(scene);
    const voice = voiceIn(voices, scene.speaker, offered);
    return wantsSpeech(speechStateOf(scene, words, voice)) ? [{ id: scene.id, words }] : [];
  });
  const speeches = scenes.flatMap(({ speech }) => speech ?? []);
  return {
    sceneIds: wanted.map(({ id }) => id),
    zaps: zapsOfSpeech(...wanted.map(({ words }) => words)),
    speaking: scenes.filter(({ speechStatus }) => speechStatus === 'processing').length,
    seconds: speeches.reduce((sum, { seconds }) => sum + seconds, 0),
    spoken: speeches.length,
  };
}

/** The same for the open project, as it is when this is rendered. */
export function useNarrationPlan(project: Project, scenes: readonly Scene[]): NarrationPlan {
  const { value: voices } = useProjectAutosave(project, 'voices');
  const { data: offered } = useSpeechVoices();
  return planNarration(scenes, voices, offered);
}
