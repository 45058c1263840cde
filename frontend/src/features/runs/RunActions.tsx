import { clipUsage, fieldsOf, findClipModel, findModel, referencesOf, validDuration } from '@storyreel/contracts';
import type { EstimateRequest, RunDetail, SettingSchema } from '@storyreel/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reasonOf } from '../../platform/http/failures';
import { Button, ConfirmDialog, Dialog, Field, Input, Select, Stack, tellFailure, Textarea, toast } from '../../ui';
import { useUser } from '../account/api';
import { useModels } from '../account/models-api';
import { EndWorkButton } from '../audit/EndWork';
import { SettingControl } from '../pictures/clips/SettingControl';
import { CostButton } from '../zaps/PaidButton';
import { isOver, useFindRun, useKeepRun, useRunAgain } from './api';
import { settingName } from './words';

const IN_SCENE = ['main', 'in_scene'];

interface KeepButtonProps {
  run: RunDetail;
  label?: string;
  /** True to also offer assets that are in the scene but are not its main one. */
  asMain?: boolean;
}

/** A button that puts a run's results into the run's scene; for a rerun, they can be removed from the scene again. */
export function KeepButton({ run, label = 'Keep', asMain = false }: KeepButtonProps) {
  const keep = useKeepRun(run.id);
  const texts = run.texts.filter(({ inScene }) => inScene !== null);
  // Narrations and films are used as soon as they are made, so the button is not needed for them.
  const assets = run.assets.filter(({ kind }) => kind === 'image' || kind === 'video');
  const canKeep = run.state === 'complete' && assets.length + texts.length > 0;
  if (!canKeep) return null;
  const isThere =
    assets.every(({ place }) => IN_SCENE.includes(place)) && texts.every(({ inScene }) => inScene === true);
  const isMain = assets.length === 0 || assets.some(({ place }) => place === 'main');
  const change = (undo: boolean) =>
    keep.mutate(
      { undo },
      {
        onSuccess: () =>
          undo
            ? toast({ title: 'Removed from the scene' })
            : toast({ title: 'Kept', description: "It's in the scene now." }),
        onError: (error) => tellFailure("Couldn't keep the result", reasonOf(error)),
      },
    );
  const undoes = isThere && run.trial;
  if (isThere && !run.trial && (isMain || !asMain)) return null;
  return (
    <Button variant={undoes ? 'secondary' : 'primary'} loading={keep.isPending} onClick={() => change(undoes)}>
      {undoes ? 'Undo Keep' : label}
    </Button>
  );
}

type Setting = string | number | boolean;
type Settings = Record<string, Setting>;

/** A setting that can be edited for a rerun. */
export interface EditableSetting {
  name: string;
  /** Schema of the setting; null for a text run's input, which is free text. */
  schema: SettingSchema | null;
}

/**
 * Recorded names that are not settings: the prompt and the scene's images. (A clip's length is recorded under another
 * name.)
 */
const NOT_SETTINGS = ['prompt', 'image', 'start_image', 'end_image', 'first_frame_image', 'last_frame_image'];
const OF_PICTURES = /image/;

function editableSettings({ kind, settings }: RunDetail, model: string | null): EditableSetting[] {
  if (kind === 'text') {
    const words = Object.entries(settings).filter(([name, value]) => typeof value === 'string' && name !== 'model');
    return words.map(([name]) => ({ name, schema: null }));
  }
  const facts = kind === 'video' && model !== null ? findClipModel(model) : undefined;
  if (!facts) return [];
  return Object.entries(fieldsOf(facts))
    .filter(([name]) => !NOT_SETTINGS.includes(name) && !OF_PICTURES.test(name))
    .map(([name, schema]) => ({ name, schema }));
}

/** Returns the recorded value of a setting. A clip's `duration` is recorded as `seconds`. */
const recordedSetting = ({ settings }: RunDetail, name: string): Setting | null => {
  const value = settings[name === 'duration' ? 'seconds' : name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
};

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Returns the request for the price of a rerun, which depends on the operation and not on who runs it. */
function priceOf(run: RunDetail, model: string, edited: Settings): EstimateRequest {
  const { kind, operation, settings, sent } = run;
  const isSame = model === run.model;
  const { duration = settings.seconds, ...others } = { ...(isSame && settings), ...edited };
  const seconds = asNumber(duration ?? settings.seconds) ?? 0;
  const references = Math.min(sent.length, referencesOf(model)?.most ?? 0);
  const usage =
    kind === 'video'
      ? clipUsage(model, isSame ? seconds : validDuration(model, seconds), others)
      : { images: asNumber(settings.images), ...(references > 0 && { references }) };
  return { provider: 'internal', model, operation: operation ?? `generate_${kind}`, usage };
}

/** Returns the models that can make the images or clips again: the recorded one first, then all that are offered. */
function useModelsFor({ kind, model }: RunDetail): { value: string; label: string }[] {
  const { data } = useModels();
  const of = kind === 'image' ? 'image' : kind === 'video' ? 'clip' : null;
  if (!data || of === null || model === null) return [];
  const others = data.models.filter(({ id, kind: made }) => made === of && id !== model && data.offered.includes(id));
  return [{ value: model, label: findModel(model)?.name ?? model }].concat(
    others.map(({ id, name }) => ({ value: id, label: name })),
  );
}

interface RunAgainDialogProps {
  run: RunDetail;
  /** The model to suggest for the rerun. */
  candidate: string | undefined;
  onClose: () => void;
  onStarted: (runId: string, isSample: boolean) => void;
}

/**
 * Lets a developer edit the prompt and settings of a rerun. A rerun of one's own run costs zaps; any other rerun is
 * free.
 */
function RunAgainDialog({ run, candidate, onClose, onStarted }: RunAgainDialogProps) {
  const models = useModelsFor(run);
  const [chosen, setChosen] = useState(candidate);
  const model = models.find(({ value }) => value === chosen)?.value ?? run.model;
  const isSample = model !== run.model;
  const [prompt, setPrompt] = useState(run.prompt);
  const [settings, setSettings] = useState<Settings>({});
  // The key stays the same while the dialog is open, so that sending the same prompt and settings again repeats the
  // request.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const again = useRunAgain(run.id);
  const { data: user } = useUser();
  const isOwn = user?.id === run.user.id;
  const edit = (words: string) => {
    setPrompt(words);
    setKey(crypto.randomUUID());
  };
  const set = (name: string, value: Setting) => {
    const { [name]: _, ...others } = settings;
    setSettings(!isSample && value === recordedSetting(run, name) ? others : { ...others, [name]: value });
    setKey(crypto.randomUUID());
  };
  const start = async () => {
    try {
      const { runId } = await again.mutateAsync({
        ...(prompt === null ? {} : { prompt }),
        ...(isSample && model !== null && { model }),
        ...(Object.keys(settings).length === 0 ? {} : { settings }),
        idempotencyKey,
      });
      onStarted(runId, isSample);
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
      description={`A new run with the recorded inputs. ${isOwn ? 'You pay for it' : 'It is on the house'}. The scene does not change until you keep the result.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isOwn ? (
            <CostButton
              variant="primary"
              cost={priceOf(run, model ?? '', settings)}
              disabled={prompt?.trim() === ''}
              disabledReason="Enter a prompt."
              onAction={start}
            >
              Run Again
            </CostButton>
          ) : (
            <Button
              variant="primary"
              disabled={prompt?.trim() === ''}
              loading={again.isPending}
              onClick={() => void start()}
            >
              Run Again
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        {prompt !== null && (
          <Field label="Prompt">
            {(ids) => <Textarea {...ids} rows={6} value={prompt} onChange={(event) => edit(event.target.value)} />}
          </Field>
        )}
        {models.length > 1 && model !== null && (
          <Field label="Model">
            {({ id }) => (
              <Select
                id={id}
                value={model}
                options={models}
                onValueChange={(value) => {
                  setChosen(value);
                  setSettings({});
                  setKey(crypto.randomUUID());
                }}
              />
            )}
          </Field>
        )}
        {editableSettings(run, model).map(({ name, schema }) => {
          const value = settings[name] ?? (isSample ? null : recordedSetting(run, name));
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

/** A developer's actions on a run: rerun it, also with another model, compare it, or keep its results. */
export function RunActions({ run, candidate }: { run: RunDetail; candidate?: string | undefined }) {
  const tried = findModel(candidate ?? '')?.name;
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const other = run.parentRunId ?? run.children.at(-1)?.id;
  const show = (id: string, beside?: string) =>
    void navigate({ to: '/runs', search: (search) => ({ ...search, run: id, with: beside }) });
  return (
    <>
      {run.canRunAgain && (
        <Button onClick={() => setOpen(true)}>
          {tried === undefined ? 'Run Again…' : `Try a Sample on ${tried}…`}
        </Button>
      )}
      {open && (
        <RunAgainDialog
          run={run}
          candidate={candidate}
          onClose={() => setOpen(false)}
          // A sample is opened beside the original run.
          onStarted={(id, isSample) => (isSample ? show(run.id, id) : show(id))}
        />
      )}
      {other !== undefined && (
        <Button onClick={() => (run.parentRunId === null ? show(run.id, other) : show(other, run.id))}>
          {run.parentRunId === null ? 'Compare with the Newest Rerun' : 'Compare with the First Run'}
        </Button>
      )}
      <CompareWith run={run} onChosen={(id) => show(run.id, id)} />
      <KeepButton run={run} />
      {!isOver(run) && (
        <EndWorkButton of={`/api/runs/${encodeURIComponent(run.id)}`} label="Cancel Run…" title="Cancel this run?" />
      )}
    </>
  );
}

/** Asks for the run to compare with, by any of the run's ids. */
function CompareWith({ run, onChosen }: { run: RunDetail; onChosen: (id: string) => void }) {
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const find = useFindRun();
  const choose = () =>
    find.mutate(words.trim(), {
      onSuccess: (found) => {
        const [other] = found.filter(({ id }) => id !== run.id);
        if (other) onChosen(other.id);
        else tellFailure('No other run found', 'Try the ID of a run, its request, charge or prediction.');
      },
      onError: (error) => tellFailure("Couldn't search for the run", reasonOf(error)),
    });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Compare With…</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Compare with another run"
        body={
          <Field label="Run" hint="Any ID: of the run, its request, scene, charge or prediction.">
            {(ids) => <Input {...ids} value={words} onChange={(event) => setWords(event.target.value)} />}
          </Field>
        }
        confirmLabel="Compare"
        pending={find.isPending}
        disabled={words.trim() === ''}
        onConfirm={choose}
      />
    </>
  );
}
