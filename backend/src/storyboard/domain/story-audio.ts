import type { ProjectFields } from '@storyreel/contracts';
import type { DomainEvent } from '../../platform/domain/domain-event';
import type { ProjectEventOf } from './events';

export const STORY_AUDIO_TYPES = ['SpeechJobQueued', 'SpeechJobCompleted', 'SpeechJobFailed'] as const;
type SpeechEvent = ProjectEventOf<(typeof STORY_AUDIO_TYPES)[number]>;

/** Of a whole story, and not of the line of a scene. */
export const isOfStory = <Event extends DomainEvent>(event: Event): event is Event & SpeechEvent =>
  (STORY_AUDIO_TYPES as readonly string[]).includes(event.type) && (event.data as SpeechEvent['data']).sceneId === null;

/** What becomes of a project's audio while its story is read aloud. What was there stays until there is another. */
export function withStoryAudio<Fields extends ProjectFields>(fields: Fields, event: SpeechEvent): Fields {
  if (event.type === 'SpeechJobQueued') return { ...fields, storyAudioStatus: 'processing', storyAudioError: null };
  if (event.type === 'SpeechJobFailed') {
    return { ...fields, storyAudioStatus: restingStatus(fields), storyAudioError: event.data.error };
  }
  const { speech, filename = null } = event.data;
  const made = { storyAudioUrl: speech.url, storyAudioFilename: filename, storyAudioStatus: 'complete' } as const;
  // It would be heard beside the narration of the scenes. Whoever wants it in the film switches it on.
  return { ...fields, ...made, storyAudioError: null, film: { ...fields.film, music: false } };
}

/** While nothing is being made. */
export const restingStatus = ({ storyAudioUrl }: Pick<ProjectFields, 'storyAudioUrl'>): 'pending' | 'complete' =>
  storyAudioUrl === null ? 'pending' : 'complete';

/** The fields with an edit; another audio ends the word of one that was not made. */
export const withChanges = <Fields extends ProjectFields>(fields: Fields, changes: Partial<ProjectFields>): Fields => ({
  ...fields,
  ...('storyAudioUrl' in changes && { storyAudioError: null }),
  ...changes,
});
