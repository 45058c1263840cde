import styled from '@emotion/styled';
import { qualityOptions, type Scene } from '@storyreel/contracts';
import { useId } from 'react';
import { Field, Select, Skeleton, space, ToggleGroup, tokens } from '../../ui';
import { UnreadableLine } from '../../ui/UnreadableLine';
import { DurationField } from './DurationField';
import { SettingControl } from './SettingControl';
import { settingValue, visibleSettings } from './settings-form';
import type { VideoSettingsState } from './useVideoSettings';

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

interface VideoPanelProps {
  scene: Scene;
  settings: VideoSettingsState;
}

function ModelSettings({ settings }: { settings: VideoSettingsState }) {
  const { order, schema, retrySchema, choice } = settings;
  if (retrySchema) return <UnreadableLine what="the settings of the model" retry={retrySchema} />;
  if (!order || !schema) return <Skeleton height="36px" />;
  const shown = visibleSettings(order.modelId, schema);
  if (shown.length === 0) return null;
  return (
    <Row>
      {shown.map((setting) => (
        <SettingControl
          key={`${order.modelId}/${setting.name}`}
          setting={setting}
          value={settingValue(setting, choice.extras)}
          onChange={(value) => choice.setExtra(setting.name, value)}
        />
      ))}
    </Row>
  );
}

/** Model, duration, quality and the model's own settings of a scene's next video. */
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
                  options={models.map((model) => ({ value: model.id, label: model.name }))}
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
          <ModelSettings settings={settings} />
        </>
      )}
    </Panel>
  );
}
