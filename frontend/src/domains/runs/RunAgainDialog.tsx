import type { RunDetail } from '@storyreel/contracts';
import { useState } from 'react';
import { reasonOf } from '../../platform/reasons';
import { Button, Dialog, Field, Stack, tellFailure, Textarea } from '../../ui';
import { SettingControl } from '../videos/SettingControl';
import { CostButton } from '../zaps/CostButton';
import { editableSettings, priceOf, recordedSetting, type Setting, type Settings } from './again-settings';
import { useRunAgain } from './queries';
import { settingName } from './words';

interface RunAgainDialogProps {
  run: RunDetail;
  onClose: () => void;
  onStarted: (runId: string) => void;
}

/** The prompt and the settings to edit, and the price, which whoever presses the button pays. */
export function RunAgainDialog({ run, onClose, onStarted }: RunAgainDialogProps) {
  const [prompt, setPrompt] = useState(run.prompt);
  const [settings, setSettings] = useState<Settings>({});
  // The same words and settings are one intention, however often they are sent.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const again = useRunAgain(run.id);
  const edit = (words: string) => {
    setPrompt(words);
    setKey(crypto.randomUUID());
  };
  const set = (name: string, value: Setting) => {
    const { [name]: _, ...others } = settings;
    setSettings(value === recordedSetting(run, name) ? others : { ...others, [name]: value });
    setKey(crypto.randomUUID());
  };
  const start = async () => {
    try {
      const { runId } = await again.mutateAsync({
        ...(prompt === null ? {} : { prompt }),
        ...(Object.keys(settings).length === 0 ? {} : { settings }),
        idempotencyKey,
      });
      onStarted(runId);
      onClose();
    } catch (error) {
      tellFailure("Couldn't run it again", reasonOf(error));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Run Again"
      description="A new run with the recorded inputs. You pay for it. The scene does not change until you keep the result."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <CostButton
            variant="primary"
            cost={priceOf(run, settings)}
            disabled={prompt?.trim() === ''}
            disabledReason="A prompt is needed."
            onAction={start}
          >
            Run Again
          </CostButton>
        </>
      }
    >
      <Stack gap={4}>
        {prompt !== null && (
          <Field label="Prompt">
            {(ids) => <Textarea {...ids} rows={6} value={prompt} onChange={(event) => edit(event.target.value)} />}
          </Field>
        )}
        {editableSettings(run).map(({ name, schema }) => {
          const value = settings[name] ?? recordedSetting(run, name);
          if (schema) {
            return (
              <SettingControl
                key={name}
                setting={{ name, schema }}
                value={value}
                onChange={(chosen) => set(name, chosen)}
              />
            );
          }
          return (
            <Field key={name} label={settingName(name)}>
              {(ids) => (
                <Textarea
                  {...ids}
                  rows={3}
                  value={String(value ?? '')}
                  onChange={(event) => set(name, event.target.value)}
                />
              )}
            </Field>
          );
        })}
      </Stack>
    </Dialog>
  );
}
