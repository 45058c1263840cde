import { languageOfProject, narrationOf, voiceOf, voicesFor } from '@storyreel/contracts';
import type { Project, Scene, SpeakerVoice } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
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
  /** The text field, which contains the words of the story until the user edits it. */
  field: AutosaveField<string>;
  /** Words to narrate, including unsaved edits. */
  words: string;
  /** True if the user has written a narration for the scene. */
  isOwn: boolean;
  /** Restores the words of the story, and offers to undo that. */
  reset: () => void;
  speaker: AutosaveField<string>;
  /** Voice of the speaker; null while none is chosen. */
  voice: SpeakerVoice | null;
  state: SpeechState;
}

/** Returns the words that the scene has without a narration written by the user. */
const storysWords = (scene: Pick<Scene, 'sourceText' | 'description'>): string =>
  narrationOf({ ...scene, narration: null });

/** Returns the voices, beginning with the default for the project's language. */
export function useVoicesOf({ language, story }: Pick<Project, 'language' | 'story'>) {
  const { data, isError, refetch } = useSpeechVoices();
  const offered = useMemo(
    () => data && { ...data, voices: [...voicesFor(data.voices, languageOfProject({ language, story }))] },
    [data, language, story],
  );
  return { data: offered, isError, refetch };
}

/** Returns a scene's narration: its words, speaker, voice and state. */
export function useNarration(scene: Scene, project: Project): Narration {
  const queryClient = useQueryClient();
  const written = useSceneAutosave(scene, 'narration');
  const speaker = useSceneAutosave(scene, 'speaker');
  const description = useSceneFieldValue(scene, 'description');
  const { value: voices } = useProjectAutosave(project, 'voices');
  const { data: offered } = useVoicesOf(project);
  const story = storysWords({ sourceText: scene.sourceText, description });
  const words = written.value === null ? story : written.value.trim();

  function reset(): void {
    const before = written.value;
    written.setValue(null);
    void written.flush();
    toast({
      title: 'Original text restored',
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

/** Returns the words of a scene that has no fields on screen, including edits that are not saved yet. */
export function wordsNow(scene: Scene): string {
  const narration = currentSceneField(scene, 'narration');
  return narrationOf({ sourceText: scene.sourceText, narration, description: currentSceneField(scene, 'description') });
}
