import { narrationOf, type Project, type Scene, type SpeakerVoice, voiceOf } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { AutosaveField } from '../../platform/autosave/autosave-registry';
import { requireSaved } from '../../platform/http/failures';
import { tellRestored, toast } from '../../ui';
import { useProjectAutosave } from '../projects/useProjectAutosave';
import { cachedScenes } from '../scenes/api';
import { currentSceneField, saveSceneFieldNow, useSceneAutosave, useSceneFieldValue } from '../scenes/useSceneAutosave';
import { useSpeechVoices } from './api';
import { speechStateOf, voiceIn } from './speech';
import type { SpeechState } from './speech';

export interface Narration {
  /** The words as they stand in their field: those of the story until somebody writes others. */
  field: AutosaveField<string>;
  /** The words that are spoken, unsaved ones included. */
  words: string;
  /** Somebody has written words for this scene. */
  isOwn: boolean;
  /** The story's words are spoken again; told with an undo. */
  reset: () => void;
  speaker: AutosaveField<string>;
  /** How the speaker sounds; null where nobody has chosen that. */
  voice: SpeakerVoice | null;
  state: SpeechState;
}

/** What the story says in the scene. */
const storysWords = (scene: Pick<Scene, 'sourceText' | 'description'>): string =>
  narrationOf({ ...scene, narration: null });

/** What is said in a scene, by whom, and what was made of it. */
export function useNarration(scene: Scene, project: Project): Narration {
  const queryClient = useQueryClient();
  const written = useSceneAutosave(scene, 'narration');
  const speaker = useSceneAutosave(scene, 'speaker');
  const description = useSceneFieldValue(scene, 'description');
  const { value: voices } = useProjectAutosave(project, 'voices');
  const { data: offered } = useSpeechVoices();
  const story = storysWords({ sourceText: scene.sourceText, description });
  const words = written.value === null ? story : written.value.trim();

  function reset(): void {
    const before = written.value;
    written.setValue(null);
    void written.flush();
    toast({
      title: 'Back to the words of the story',
      undo: () =>
        tellRestored('text', async () => {
          const now = cachedScenes(queryClient, scene.projectId).find(({ id }) => id === scene.id) ?? scene;
          requireSaved(await saveSceneFieldNow(queryClient, now, 'narration', before));
          return { title: 'Earlier text restored' };
        }),
    });
  }
  return {
    field: { ...written, value: written.value ?? story, stored: written.stored ?? story },
    words,
    isOwn: written.value !== null,
    reset,
    speaker,
    voice: voiceOf(voices, speaker.value),
    state: speechStateOf(scene, words, voiceIn(voices, speaker.value, offered)),
  };
}

/** The same for a scene whose fields are not on screen: what is typed elsewhere and not saved yet counts. */
export function wordsNow(scene: Scene): string {
  const narration = currentSceneField(scene, 'narration');
  return narrationOf({ sourceText: scene.sourceText, narration, description: currentSceneField(scene, 'description') });
}
