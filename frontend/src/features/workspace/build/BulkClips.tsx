import styled from '@emotion/styled';
import {
  clipUsage,
  combinationProblem,
  filmPrice,
  LIMITS,
  modelDuration,
  qualityOptions,
  qualitySetting,
  toZaps,
  validQuality,
  videoPrice,
} from '@storyreel/contracts';
import type { ClipChoice, Project, Scene, VideoModel } from '@storyreel/contracts';
import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { Button, Checkbox, Dialog, Field, Label, mobile, Select, space, Stack, ToggleGroup, tokens } from '../../../ui';
import { useFocusReturn } from '../../../ui/Dialog';
import { UnreadableLine } from '../../../ui/ListState';
import { BatchLine } from '../../batches/BatchLine';
import { countOfScenes, useActiveBatch } from '../../batches/api';
import { useStartBatch } from '../../batches/useStartBatch';
import { useNarrationPlan } from '../../narration/NarrationHead';
import { useModelSchema, useVideoModels } from '../../pictures/api';
import { SettingControl } from '../../pictures/clips/SettingControl';
import { settingValue, visibleSettings } from '../../pictures/clips/settings-form';
import type { SettingValues } from '../../pictures/clips/settings-form';
import { useVideoChoice } from '../../pictures/clips/useVideoSettings';
import { PriceLine } from '../../zaps/PaidButton';
import { useBalance } from '../../zaps/api';
import { insufficientZaps, zapsInWords } from '../../zaps/format';

interface PlannedClip {
  scene: Scene;
  /** Length of the clip in seconds. */
  seconds: number;
  zaps: number;
  /** Why no clip can be made; null when one can. */
  obstacle: string | null;
}

/** Plans a clip for each scene, with prices from the price book that the server uses as well. */
function planClips(scenes: readonly Scene[], modelId: string, settings: SettingValues): PlannedClip[] {
  return scenes.map((scene) => {
    const seconds = modelDuration(modelId, scene.duration);
    const price = videoPrice(modelId, clipUsage(modelId, seconds, settings));
    const obstacle =
      scene.imageUrl === null
        ? 'No main image yet'
        : scene.videos.length >= LIMITS.assetsPerScene
          ? `Has ${LIMITS.assetsPerScene} clips already`
          : price === null
            ? 'No price for these settings'
            : combinationProblem(modelId, scene.duration, settings);
    return { scene, seconds, zaps: price ? toZaps(price.units) : 0, obstacle };
  });
}

const wantsClip = ({ scene, obstacle }: PlannedClip): boolean => obstacle === null && scene.videos.length === 0;

/** Returns the scenes without a clip, beginning with the first, as far as the zaps pay for their clips. */
function affordable(plan: readonly PlannedClip[], zaps: number): PlannedClip[] {
  let left = zaps;
  return plan.filter(wantsClip).filter((clip) => {
    const isPaid = clip.zaps <= left;
    if (isPaid) left -= clip.zaps;
    return isPaid;
  });
}

const sumOf = (clips: readonly PlannedClip[]): number => clips.reduce((sum, { zaps }) => sum + zaps, 0);

/** Returns the models that can be chosen, sorted by their price for five seconds, the cheapest first. */
function cheapestFirst(models: readonly VideoModel[]): VideoModel[] {
  const priceOf = ({ id }: VideoModel): number => {
    const usage = clipUsage(id, modelDuration(id, 5), qualitySetting(id, validQuality(id, 'standard')));
    return videoPrice(id, usage)?.units ?? Infinity;
  };
  return models.filter(({ isRetired }) => !isRetired).toSorted((a, b) => priceOf(a) - priceOf(b));
}

/**
 * Returns the zaps that the film still needs for narration and one rendering; only the remaining zaps are available for
 * clips.
 */
function useZapsOfFilm(project: Project, scenes: readonly Scene[]): number {
  const narration = useNarrationPlan(project, scenes).zaps;
  if (project.completedVideoUrl !== null) return narration;
  const seconds = scenes.reduce((sum, { speech, duration }) => sum + (speech?.seconds ?? duration), 0);
  return narration + toZaps(filmPrice(seconds, '720p').units);
}

interface Offer {
  /** Scenes that have no clip but could get one. */
  wanted: PlannedClip[];
  /** The part of `wanted` that the balance pays for. */
  paid: PlannedClip[];
}

/** Describes the price of clips before they are requested. */
function offerWords({ wanted, paid }: Offer): string {
  const [first] = wanted;
  if (!first) return 'Optional: add motion';
  if (paid.length === 0) return `Optional: add motion, from ${zapsInWords(first.zaps)} a clip`;
  const which =
    paid.length === wanted.length ? countOfScenes(wanted.length) : `${paid.length} of ${wanted.length} scenes`;
  return `Optional: add motion to ${which} for ${zapsInWords(sumOf(paid))}`;
}

const SceneList = styled.ul`
  display: grid;
  gap: ${space(1)};
  max-height: 240px;
  overflow-y: auto;
`;
const SceneRow = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 36px;
  padding: 0 ${space(2)};
  & label {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    font-weight: 400;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & small {
    flex: 0 1 auto;
    color: ${tokens.text2};
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  /* A title and the reason why it gets no clip do not fit side by side, so the price moves below the title. */
  ${mobile} {
    flex-wrap: wrap;
    padding: ${space(1)} ${space(2)};
    & label {
      overflow-wrap: anywhere;
      white-space: normal;
    }
    & small {
      flex: 1 0 100%;
      padding-left: ${space(7)};
      text-align: start;
    }
  }
`;

export interface BulkClipsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  project: Project;
  scenes: Scene[];
  onConfirm: (sceneIds: string[], clips: ClipChoice, zaps: number) => void;
}

/**
 * Lets the user choose scenes and a model for clips, and shows the total price. Opening the dialog requests no quote.
 */
function BulkClipsDialog({ open, onOpenChange, project, scenes, onConfirm }: BulkClipsDialogProps) {
  const returnFocus = useFocusReturn(open);
  const balance = useBalance();
  const read = useVideoModels();
  const models = cheapestFirst(read.data ?? []);
  const setAside = useZapsOfFilm(project, scenes);
  const choice = useVideoChoice(`batch/${project.id}`);
  /** Checkboxes that the user has changed from their default. */
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({});
  const modelId = models.find(({ id }) => id === choice.modelId)?.id ?? models[0]?.id ?? null;
  const { data: schema, isError: isSchemaUnread, refetch: readSchema } = useModelSchema(modelId);
  const shown = modelId && schema ? visibleSettings(modelId, schema) : [];
  const quality = modelId === null ? choice.quality : validQuality(modelId, choice.quality);
  const offered = new Set(shown.map(({ name }) => name));
  const settings: SettingValues = {
    ...Object.fromEntries(Object.entries(choice.extras).filter(([name]) => offered.has(name))),
    ...(modelId === null ? {} : qualitySetting(modelId, quality)),
  };
  const plan = modelId === null ? [] : planClips(scenes, modelId, settings);
  const paid = affordable(plan, (balance.data ?? 0) - setAside);
  const wanted = plan.filter(wantsClip);
  const chosen = plan.filter((clip) => clip.obstacle === null && (ticked[clip.scene.id] ?? paid.includes(clip)));
  const zaps = sumOf(chosen);
  const short = balance.data !== undefined && balance.data < zaps;
  const possible = plan.filter(({ obstacle }) => obstacle === null);
  const areAll = possible.length > 0 && chosen.length === possible.length;

  function confirm(): void {
    if (modelId === null) return;
    // A type assertion, because only the server's list of models decides which choices are valid.
    const clips = { modelId, settings } as ClipChoice;
    onConfirm(
      chosen.map(({ scene }) => scene.id),
      clips,
      zaps,
    );
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Generate Videos"
      onCloseAutoFocus={returnFocus}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" disabled={chosen.length === 0 || short} onClick={confirm}>
            {chosen.length === 1 ? 'Generate 1 Clip' : `Generate ${chosen.length} Clips`}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <p>
          Clips are optional: without one, the film moves over a scene's images. Each scene you choose gets a clip made
          from its main image. You can keep working.
        </p>
        {modelId !== null && balance.data !== undefined && paid.length < wanted.length && (
          <p>
            Your {zapsInWords(balance.data)} pay for {paid.length} of {wanted.length} clips
            {setAside > 0 && `, with ${zapsInWords(setAside)} set aside for narration and the film`}. Choose the scenes
            that need motion most.
          </p>
        )}
        {modelId === null && read.isError ? (
          <UnreadableLine what="the models" retry={read.refetch} />
        ) : modelId === null ? (
          <p role="status">Loading the models...</p>
        ) : (
          <>
            <Field label="Model">
              {({ id }) => (
                <Select
                  id={id}
                  ariaLabel="Model of all clips"
                  value={modelId}
                  onValueChange={choice.setModel}
                  options={models.map((model) => ({ value: model.id, label: model.name }))}
                />
              )}
            </Field>
            <ToggleGroup
              ariaLabel="Quality of all clips"
              value={quality}
              onValueChange={choice.setQuality}
              options={qualityOptions(modelId).map(({ id, label }) => ({ value: id, label }))}
            />
            {isSchemaUnread && !schema && <UnreadableLine what="the settings of the model" retry={readSchema} />}
            {shown.map((setting) => (
              <SettingControl
                key={`${modelId}/${setting.name}`}
                setting={setting}
                value={settingValue(setting, choice.extras)}
                onChange={(value) => choice.setExtra(setting.name, value)}
              />
            ))}
            <div role="group" aria-label="Scenes">
              <SceneRow as="div">
                <Checkbox
                  id="clips-of-all"
                  checked={areAll}
                  disabled={possible.length === 0}
                  onCheckedChange={(all) => setTicked(Object.fromEntries(possible.map(({ scene }) => [scene.id, all])))}
                />
                <Label htmlFor="clips-of-all">All scenes with a main image</Label>
              </SceneRow>
              <SceneList>
                {plan.map(({ scene, seconds, zaps: price, obstacle }) => (
                  <SceneRow key={scene.id}>
                    <Checkbox
                      id={`clip-of-${scene.id}`}
                      checked={chosen.some((clip) => clip.scene.id === scene.id)}
                      disabled={obstacle !== null}
                      onCheckedChange={(tick) => setTicked({ ...ticked, [scene.id]: tick })}
                    />
                    <Label htmlFor={`clip-of-${scene.id}`} dir="auto">
                      Scene {scene.displayOrder}: {scene.title || 'Untitled'}
                    </Label>
                    <small>{obstacle ?? `${seconds} s · ${zapsInWords(price)}`}</small>
                  </SceneRow>
                ))}
              </SceneList>
            </div>
            <PriceLine zaps={zaps} note=" in all." reason={short && insufficientZaps(zaps, balance.data ?? 0)} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

const Words = styled.small`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;

/** Returns what the cheapest model would make; null until the prices and the balance are known. */
function useOffer(project: Project, scenes: readonly Scene[]): Offer | null {
  const { data: models = [] } = useVideoModels();
  const { data: balance } = useBalance();
  const setAside = useZapsOfFilm(project, scenes);
  const [model] = cheapestFirst(models);
  if (!model || balance === undefined) return null;
  const plan = planClips(scenes, model.id, qualitySetting(model.id, validQuality(model.id, 'standard')));
  return { wanted: plan.filter(wantsClip), paid: affordable(plan, balance - setAside) };
}

/** The button 'Generate Videos', for scenes that its dialog lets the user choose, and the batch's progress. */
export function BulkClips({ project, scenes }: { project: Project; scenes: Scene[] }) {
  const [asks, setAsks] = useState(false);
  const batch = useActiveBatch(project.id, 'clips');
  const start = useStartBatch(project);
  const offer = useOffer(project, scenes);

  return (
    <>
      <Button
        icon={<Clapperboard size={16} aria-hidden />}
        loading={start.isStarting}
        disabled={start.isStarting || batch !== null}
        onClick={() => setAsks(true)}
      >
        Generate Videos
      </Button>
      {batch ? <BatchLine batch={batch} /> : offer && <Words>{offerWords(offer)}</Words>}
      <BulkClipsDialog
        open={asks}
        onOpenChange={setAsks}
        project={project}
        scenes={scenes}
        onConfirm={(...order) => {
          setAsks(false);
          void start.clips(...order);
        }}
      />
    </>
  );
}
