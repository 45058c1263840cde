import styled from '@emotion/styled';
import { LIMITS, NEW_SCENE, offeredSeconds, qualityOptions, validDuration } from '@storyreel/contracts';
import type { ClipSource, Scene, VideoModel } from '@storyreel/contracts';
import { useId } from 'react';
import { Field, Fold, Select, Skeleton, space, ToggleGroup, tokens } from '../../../ui';
import { SaveState } from '../../../ui/AutosavedField';
import { UnreadableLine } from '../../../ui/ListState';
import { NumberInput } from '../../../ui/NumberInput';
import { useSceneAutosave } from '../../scenes/useSceneAutosave';
import { SettingControl } from './SettingControl';
import { foldedSettings, settingValue, visibleSettings } from './settings-form';
import type { VisibleSetting } from './settings-form';
import type { VideoSettingsState } from './useVideoSettings';

/**
 * Parses a typed duration into a length that the model supports: 1 to 30 seconds, or 6 or 10 for hailuo-02; 5 for a
 * text that is not a number.
 */
export function parseDuration(modelId: string, text: string): number {
  const typed = Number(text);
  const seconds = text.trim() === '' || !Number.isFinite(typed) ? NEW_SCENE.duration : typed;
  return validDuration(modelId, Math.min(LIMITS.durationMax, Math.max(LIMITS.durationMin, seconds)));
}

interface DurationFieldProps {
  scene: Scene;
  modelId: string;
}

/**
 * Field for the clip's length in seconds. On blur, the typed number is replaced by a length that the model supports.
 */
function DurationField({ scene, modelId }: DurationFieldProps) {
  const autosave = useSceneAutosave(scene, 'duration');
  const set = (text: string): void => autosave.setValue(parseDuration(modelId, text));
  function discard(): void {
    // Blurs the field first, because a number that is still in the field would be committed as an edit again on blur.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    autosave.discard();
  }
  const hint = offeredSeconds(modelId)?.join(' or ') ?? `${LIMITS.durationMin} to ${LIMITS.durationMax}`;
  return (
    <Field label="Duration (seconds)" hint={hint} aside={<SaveState {...autosave} discard={discard} />}>
      {(ids) => (
        <NumberInput
          {...ids}
          min={LIMITS.durationMin}
          max={LIMITS.durationMax}
          step={1}
          value={validDuration(modelId, autosave.value)}
          // An empty field is not committed, since the user is about to type another number.
          onType={(text) => text.trim() !== '' && set(text)}
          onCommit={set}
        />
      )}
    </Field>
  );
}

const Panel = styled.section`
  display: grid;
  gap: ${space(4)};
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
`;
const Heading = styled.h3`
  font-size: ${tokens.body};
  font-weight: 600;
`;
const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 170px), 1fr));
  align-items: start;
  gap: ${space(4)};
`;
const Label = styled.span`
  font-weight: 550;
`;
const Stack = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space(1.5)};
`;

const Hint = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const SOURCES: { value: ClipSource; label: string }[] = [
  { value: 'image', label: 'Main Image' },
  { value: 'cast', label: 'Cast Images' },
];

interface VideoPanelProps {
  scene: Scene;
  settings: VideoSettingsState;
}

function ModelSettings({ settings }: { settings: VideoSettingsState }) {
  const { order, schema, retrySchema, choice } = settings;
  if (retrySchema) return <UnreadableLine what="the settings of the model" retry={retrySchema} />;
  if (!order || !schema) return <Skeleton height="36px" />;
  const controls = (settingsShown: readonly VisibleSetting[]) => (
    <Row>
      {settingsShown.map((setting) => (
        <SettingControl
          key={`${order.modelId}/${setting.name}`}
          setting={setting}
          value={settingValue(setting, choice.extras)}
          onChange={(value) => choice.setExtra(setting.name, value)}
        />
      ))}
    </Row>
  );
  const [shown, folded] = [visibleSettings(order.modelId, schema), foldedSettings(order.modelId, schema)];
  return (
    <>
      {shown.length > 0 && controls(shown)}
      {folded.length > 0 && <Fold title="More">{controls(folded)}</Fold>}
    </>
  );
}

/** Returns the option of a model. A withdrawn model is listed, but cannot be chosen. */
const modelOption = ({ id, name, isRetired = false }: VideoModel) => ({
  value: id,
  label: isRetired ? `${name} (withdrawn)` : name,
  disabled: isRetired,
});

/** Lets the user choose the model, duration, quality and model-specific settings for a scene's next video. */
export function VideoPanel({ scene, settings }: VideoPanelProps) {
  const headingId = useId();
  const { order, models, retryModels, choice } = settings;
  return (
    <Panel role="group" aria-labelledby={headingId}>
      <Heading id={headingId}>AI Video Generation</Heading>
      {retryModels && <UnreadableLine what="the models" retry={retryModels} />}
      {!order && !retryModels && <Skeleton height="64px" />}
      {order && (
        <>
          <Row>
            <Field label="Model">
              {({ id }) => (
                <Select
                  id={id}
                  ariaLabel="Video model"
                  value={order.modelId}
                  onValueChange={choice.setModel}
                  options={models.map(modelOption)}
                />
              )}
            </Field>
            <DurationField scene={scene} modelId={order.modelId} />
            <Stack>
              <Label>Quality</Label>
              <ToggleGroup
                ariaLabel="Quality"
                value={order.quality}
                onValueChange={choice.setQuality}
                options={qualityOptions(order.modelId).map(({ id, label }) => ({ value: id, label }))}
              />
            </Stack>
          </Row>
          {settings.offersCast && (
            <Stack>
              <Label>Made From</Label>
              <ToggleGroup ariaLabel="Made from" value={choice.from} onValueChange={choice.setFrom} options={SOURCES} />
              <Hint>This model takes the main image as its first frame, or the images of the cast, not both.</Hint>
            </Stack>
          )}
          <ModelSettings settings={settings} />
        </>
      )}
    </Panel>
  );
}
