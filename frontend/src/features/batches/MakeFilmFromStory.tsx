import styled from '@emotion/styled';
import { filmPrice, isBlank, minutesAndSeconds, MUSIC_CHOICES, toZaps, USUAL_MUSIC } from '@storyreel/contracts';
import type {
  Batch,
  ClipChoice,
  FilmPlan,
  FilmQuality,
  FilmStepProgress,
  MusicBed,
  Project,
} from '@storyreel/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CircleAlert, Clapperboard, Film, Play } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { NotSaved, reasonOf } from '../../platform/http/failures';
import {
  Button,
  Card,
  Checkbox,
  ConfirmDialog,
  Label,
  Row,
  Select,
  space,
  Spinner,
  Stack,
  tellFailure,
  tokens,
} from '../../ui';
import { useFocusReturn } from '../../ui/Dialog';
import { useGoToTab } from '../projects/useOpenProject';
import { useProjectAutosave } from '../projects/useProjectAutosave';
import { PriceLine } from '../zaps/PaidButton';
import { zapsInWords } from '../zaps/format';
import { useKnownPrice } from '../zaps/price';
import { batchWatch } from './batch-watch';
import { BatchLine } from './BatchLine';
import { changeFilm, countOfScenes, isFilmMade, keepBatch, quoteBatch, STEP_WORDS, useBatches } from './api';
import { useStartBatch } from './useStartBatch';

/** The cheapest clip model at present; a clip gets the film's format. */
const FILM_CLIPS: ClipChoice = { modelId: 'hailuo-2.3', settings: { duration: 6, resolution: '768p' } };
const QUALITIES: Record<FilmQuality, string> = { '720p': '720p', '1080p': '1080p', draft: 'Draft (360p)' };
const ORDER = Object.keys(QUALITIES) as FilmQuality[];
const MUSIC = [...MUSIC_CHOICES, { value: 'none' as const, label: 'None' }];

const Steps = styled.ul`
  display: grid;
  gap: ${space(1)};
  font-variant-numeric: tabular-nums;
`;
const Step = styled.li`
  display: grid;
  grid-template-columns: 20px 1fr auto;
  align-items: center;
  gap: ${space(2)};
  color: ${tokens.text2};
`;
const Muted = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const Lack = styled.p`
  color: ${tokens.warning};
`;

export interface MakeFilmFromStoryProps {
  project: Project;
  story: string;
  /** Saves the story. Resolves to true once the server has its latest version, to false when saving failed. */
  saveStory: () => Promise<boolean>;
  /** True while the story can't be used because it is being written. */
  disabled?: boolean;
}

/** Makes everything from the story to the film with one click, and shows the progress. */
export function MakeFilmFromStory({ project, story, saveStory, disabled = false }: MakeFilmFromStoryProps) {
  const [asks, setAsks] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const { data: batches = [] } = useBatches();
  const batch = batches.find(({ kind, projectId }) => kind === 'film' && projectId === project.id);
  const isUnderWay = batch !== undefined && !batch.isOver;

  async function ask(): Promise<void> {
    setSaving(true);
    const saved = await saveStory();
    setSaving(false);
    if (saved) setAsks(true);
    else tellFailure("Couldn't save the story", new NotSaved().message);
  }
  return (
    <Stack gap={3}>
      {!isUnderWay && (
        <Row gap={2}>
          <Button
            icon={<Film size={16} aria-hidden />}
            loading={isSaving}
            disabled={disabled || isBlank(story)}
            onClick={() => void ask()}
          >
            Make a Film from This Story
          </Button>
        </Row>
      )}
      {batch && <FilmUnderWay batch={batch} />}
      <QuoteDialog project={project} open={asks} onOpenChange={setAsks} />
    </Stack>
  );
}

interface QuoteDialogProps {
  project: Project;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Shows what will be made, what will be left out, and the price. One confirmation starts everything. */
function QuoteDialog({ project, open, onOpenChange }: QuoteDialogProps) {
  const returnFocus = useFocusReturn(open);
  const [quality, setQuality] = useState<FilmQuality>('720p');
  const [withClips, setWithClips] = useState(false);
  const [newScenes, setNewScenes] = useState(false);
  const settings = useProjectAutosave(project, 'film');
  const [chosenMusic, setMusic] = useState<MusicBed | 'none' | null>(null);
  const music = chosenMusic ?? settings.value.musicBed ?? USUAL_MUSIC;
  const start = useStartBatch(project);
  const film = { quality, ...(newScenes && { newScenes }) };
  const clips = withClips ? FILM_CLIPS : undefined;
  const order = { projectId: project.id, kind: 'film' as const, sceneIds: [], film, clips };
  const quote = useQuery({
    queryKey: ['/api/batches/quote', order],
    queryFn: () => quoteBatch(order),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  });
  const zaps = quote.data?.zaps;
  const price = useKnownPrice(zaps ?? 0);
  const reason = quote.isError ? (reasonOf(quote.error) ?? 'Please try again.') : price.reason;

  async function make(): Promise<void> {
    if (zaps === undefined) return;
    const musicBed = music === 'none' ? null : music;
    // Starting the batch first saves changed project settings, including this one.
    if (project.filmMusicUrl === null) settings.setValue({ ...settings.value, musicBed });
    await start.film(film, clips, zaps);
    onOpenChange(false);
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Make a Film from This Story"
      body={
        <Stack gap={4}>
          <p>{quote.data?.plan ? inWords(quote.data.plan) : 'From your story to a finished film, in one go.'}</p>
          <Row gap={3}>
            <Label htmlFor="film-quality">Quality</Label>
            <Select
              id="film-quality"
              value={quality}
              onValueChange={setQuality}
              options={ORDER.map((value) => ({ value, label: QUALITIES[value] }))}
            />
          </Row>
          {project.filmMusicUrl === null && (
            <Row gap={3}>
              <Label htmlFor="film-music">Music</Label>
              <Select id="film-music" value={music} onValueChange={setMusic} options={MUSIC} />
            </Row>
          )}
          {project.sceneCount > 0 && (
            <Choice id="film-new-scenes" checked={newScenes} onChange={setNewScenes}>
              Replace your {countOfScenes(project.sceneCount)} with new ones
            </Choice>
          )}
          <Choice id="film-clips" checked={withClips} onChange={setWithClips}>
            Add clips, as many as your remaining zaps allow
          </Choice>
          {quote.data?.plan ? <PlanSteps plan={quote.data.plan} /> : quote.isFetching && <Spinner />}
          {quote.data?.plan?.lacks.map((lack) => (
            <Lack key={lack}>{lack}</Lack>
          ))}
          {quote.data?.plan?.notes.map((note) => (
            <Muted key={note}>{note}</Muted>
          ))}
          <PriceLine
            zaps={zaps}
            note=" at most"
            reason={reason}
            retry={quote.isError && !quote.isFetching && quote.refetch}
          />
        </Stack>
      }
      confirmLabel="Make the Film"
      pending={start.isStarting}
      disabled={zaps === undefined || quote.isFetching || price.waiting || price.short}
      onConfirm={() => void make()}
      onCloseAutoFocus={returnFocus}
    />
  );
}

const inWords = ({ scenes, seconds }: FilmPlan): string =>
  `A film of about ${minutesAndSeconds(seconds)}, of up to ${countOfScenes(scenes)}.`;

interface ChoiceProps {
  id: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}
const ChoiceLine = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
`;
const Choice = ({ id, checked, onChange, children }: ChoiceProps) => (
  <ChoiceLine>
    <Checkbox id={id} checked={checked} onCheckedChange={onChange} />
    <Label htmlFor={id}>{children}</Label>
  </ChoiceLine>
);

const PlanSteps = ({ plan }: { plan: FilmPlan }) => (
  <Steps aria-label="Steps and their prices">
    {plan.steps.map(({ step, count, zaps }) => (
      <Step key={step}>
        <Check size={16} aria-hidden />
        <span>{count > 1 ? `${STEP_WORDS[step]} for ${countOfScenes(count)}` : STEP_WORDS[step]}</span>
        <span>{zaps === 0 ? 'included' : zapsInWords(zaps)}</span>
      </Step>
    ))}
  </Steps>
);

/** Shows the overall progress of all steps, with actions on the film. */
function FilmUnderWay({ batch }: { batch: Batch }) {
  const goToTab = useGoToTab();
  const isMade = isFilmMade(batch);
  return (
    <Card>
      <Stack gap={3}>
        <BatchLine batch={batch} />
        {!batch.isOver && (
          <Steps aria-label="Steps of the film">
            {batch.steps?.map((step) => (
              <StepLine key={step.step} {...step} />
            ))}
          </Steps>
        )}
        {batch.problems.map(({ sceneId, step, message }) => (
          <Lack key={`${step}/${sceneId}`}>{message}</Lack>
        ))}
        {!batch.isOver && <Change batch={batch} />}
        {batch.isOver && isMade && (
          <Row gap={2}>
            <Button icon={<Play size={16} aria-hidden />} onClick={() => goToTab('create')}>
              Watch the Film
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  );
}

function StepLine({ step, total, made, missing, running }: FilmStepProgress) {
  const isDone = made + missing >= total;
  const icon = isDone ? missing > 0 ? <CircleAlert size={16} aria-hidden /> : <Check size={16} aria-hidden /> : null;
  return (
    <Step>
      {running ? <Spinner /> : (icon ?? <Clapperboard size={16} aria-hidden />)}
      <span>{STEP_WORDS[step]}</span>
      <span>{total > 1 ? `${made} of ${total}` : isDone && missing === 0 ? 'done' : running ? 'in progress' : ''}</span>
    </Step>
  );
}

/**
 * Lets the user change steps that have not begun: the film's quality here; voices, format and pace on their own tabs.
 */
function Change({ batch }: { batch: Batch }) {
  const queryClient = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const { film } = batch;
  const last = batch.steps?.find(({ step }) => step === 'film');
  if (!film || !last || last.running || last.made + last.missing > 0) return null;
  const priceOf = (quality: FilmQuality) => toZaps(filmPrice(film.seconds, quality).units);
  const zapsWith = (quality: FilmQuality) =>
    Math.round((batch.zaps - priceOf(film.quality) + priceOf(quality)) * 10_000) / 10_000;

  async function change(quality: FilmQuality): Promise<void> {
    setChanging(true);
    try {
      const next = await changeFilm(batch, { quality, zaps: zapsWith(quality) });
      keepBatch(queryClient, next);
      batchWatch(queryClient).watch(next);
    } catch (error) {
      tellFailure("Couldn't change the film", reasonOf(error));
    }
    setChanging(false);
  }
  return (
    <Stack gap={2}>
      <Row gap={3}>
        <Label htmlFor="film-under-way-quality">Quality</Label>
        <Select
          id="film-under-way-quality"
          value={film.quality}
          disabled={isChanging}
          onValueChange={(quality) => void change(quality)}
          options={ORDER.map((value) => ({
            value,
            label: `${QUALITIES[value]}: ${zapsInWords(zapsWith(value))} in all`,
          }))}
        />
      </Row>
      <Muted>
        For steps that have not begun, you can still change voices on the Audio tab, and captions and pace on the Create
        tab.
      </Muted>
    </Stack>
  );
}
