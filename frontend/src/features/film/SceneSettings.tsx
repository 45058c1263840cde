import styled from '@emotion/styled';
import {
  filmSceneOf,
  type FilmSceneSettings,
  type FilmSettings,
  type FilmTimeline,
  MAX_TRIM_SECONDS,
  type Scene,
} from '@storyreel/contracts';
import { sceneNumber } from '../scenes/api';
import { sceneOfFilm } from './api';
import type { AutosaveField } from '../../platform/autosave/autosave-registry';
import { Field, space, tokens } from '../../ui';
import { NumberInput } from '../../ui/NumberInput';
import { Choice, OnOff, secondsWords, Settings, SubHeading } from './film-parts';

const Group = styled.section`
  display: grid;
  gap: ${space(4)};
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
`;
const Line = styled.p`
  color: ${tokens.text2};
`;

const PICTURES = [
  { value: 'clip', label: 'Clip' },
  { value: 'image', label: 'Image' },
] as const;
const TRANSITIONS = [
  { value: 'cut', label: 'Cut' },
  { value: 'fade', label: 'Fade' },
] as const;

/** Minimum seconds of a clip that must remain after trimming. */
const LEAST_REST = 1;
const TRIM_STEP = 0.1;

/** Parses the seconds to trim and limits them by the clip's length; null for a text that is not a number. */
export function trimOf(typed: string, clipSeconds: number | null): number | null {
  const seconds = Number(typed);
  if (typed.trim() === '' || !Number.isFinite(seconds)) return null;
  const most = clipSeconds === null ? MAX_TRIM_SECONDS : clipSeconds - LEAST_REST;
  return Math.max(0, Math.min(Math.round(seconds / TRIM_STEP) / (1 / TRIM_STEP), most));
}

interface SceneSettingsProps {
  scene: Scene;
  scenes: readonly Scene[];
  timeline: FilmTimeline;
  field: AutosaveField<FilmSettings>;
}

/** Fields for one scene's settings in the film. The scene itself does not change. */
export function SceneSettings({ scene, scenes, timeline, field }: SceneSettingsProps) {
  const chosen = filmSceneOf(field.value, scene.id);
  const { mainVideo, mainImageUrl } = sceneOfFilm(scene);
  const at = timeline.blocks.findIndex(({ sceneId }) => sceneId === scene.id);
  const block = timeline.blocks[at];
  const isLast = at === timeline.blocks.length - 1;
  const heading = `Scene ${sceneNumber(scene)}${scene.title.trim() === '' ? '' : `: ${scene.title}`}`;

  function change(part: Partial<FilmSceneSettings>): void {
    // Drops the settings of deleted scenes.
    const known = new Set(scenes.map(({ id }) => id));
    const others = field.value.scenes.filter(({ sceneId }) => sceneId !== scene.id && known.has(sceneId));
    field.setValue({ ...field.value, scenes: [...others, { ...chosen, ...part }] });
  }

  return (
    <Group aria-label={`Settings of ${heading}`}>
      <SubHeading>{heading}</SubHeading>
      {!block && <Line>This scene has nothing to show yet: choose an image or make a clip for it.</Line>}
      {block && (
        <Settings>
          {mainVideo && mainImageUrl !== null && (
            <Choice
              label="Shows"
              value={chosen.picture}
              options={PICTURES}
              onChange={(picture) => change({ picture })}
            />
          )}
          {!isLast && (
            <Choice
              label="Transition"
              value={chosen.transition}
              options={TRANSITIONS}
              onChange={(transition) => change({ transition })}
            />
          )}
          {block.picture.kind === 'clip' && mainVideo && (
            <>
              <Field
                label="Trim Start"
                hint={mainVideo.duration === null ? 'Seconds' : `Seconds, of ${secondsWords(mainVideo.duration)}`}
              >
                {(ids) => (
                  <NumberInput
                    {...ids}
                    inputMode="decimal"
                    min={0}
                    step={TRIM_STEP}
                    value={chosen.trimStart}
                    onCommit={(typed) => {
                      const trimStart = trimOf(typed, mainVideo.duration);
                      if (trimStart !== null) change({ trimStart });
                    }}
                  />
                )}
              </Field>
              <OnOff label="Mute the clip" checked={chosen.muted} onChange={(muted) => change({ muted })} />
            </>
          )}
        </Settings>
      )}
      {block?.speech && <Line>Lasts as long as its narration: {secondsWords(block.seconds)}.</Line>}
    </Group>
  );
}
