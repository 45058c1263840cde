import styled from '@emotion/styled';
import { chosenItems, refreshTotal } from '@storyreel/contracts';
import type { Project, RefreshBill, RefreshItem, RefreshStep } from '@storyreel/contracts';
import { AudioLines, Clapperboard, Film, Image } from 'lucide-react';
import { useId, useState } from 'react';
import { pictureSource } from '../../platform/picture-source';
import { Checkbox, ConfirmDialog, Label, space, Stack, tokens } from '../../ui';
import { useFocusReturn } from '../../ui/Dialog';
import { PriceLine } from '../zaps/PaidButton';
import { zapsInWords } from '../zaps/format';
import { useKnownPrice } from '../zaps/price';
import { STEP_WORDS } from './api';
import { useStartBatch } from './useStartBatch';

const Items = styled.ul`
  display: grid;
  gap: ${space(1)};
`;
const Line = styled.li`
  display: grid;
  grid-template-columns: auto 36px minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(2)};
  padding: ${space(1)} 0;
  font-variant-numeric: tabular-nums;
`;
const Frame = styled.span`
  display: grid;
  place-items: center;
  width: 36px;
  height: 48px;
  overflow: hidden;
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface2};
  color: ${tokens.text2};
  & img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;
const Title = styled.span`
  display: block;
  overflow: hidden;
  color: ${tokens.text1};
  text-overflow: ellipsis;
  white-space: nowrap;
`;
const Why = styled.span`
  display: block;
  font-size: ${tokens.caption};
`;
const Heading = styled.h3`
  margin-bottom: ${space(1)};
  color: ${tokens.text1};
  font-size: ${tokens.body};
  font-weight: 600;
`;

const ICONS: Record<RefreshStep, typeof Image> = { images: Image, clips: Clapperboard, speech: AudioLines, film: Film };
const STEPS = Object.keys(ICONS) as RefreshStep[];

/** Adds up prices. The first images are free, as far as the user's plan still includes images today. */
export const totalZaps = (items: readonly RefreshItem[], includedImages: number): number =>
  Math.round(refreshTotal(items, includedImages, ({ zaps }) => zaps) * 10_000) / 10_000;

interface RefreshDialogProps {
  project: Project;
  bill: RefreshBill;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists stale items, and makes the chosen ones again at the displayed price. */
export function RefreshDialog({ project, bill, open, onOpenChange }: RefreshDialogProps) {
  const returnFocus = useFocusReturn(open);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const start = useStartBatch(project);
  const { items, includedImages } = bill;
  const idsWith = (others: ReadonlySet<string>) => items.map(({ id }) => id).filter((id) => !others.has(id));
  const chosen = chosenItems(items, idsWith(left));
  const zaps = totalZaps(chosen, includedImages);
  const price = useKnownPrice(zaps);
  const included = Math.min(chosen.filter(({ step }) => step === 'images').length, includedImages);

  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(left);
    for (const id of ids) {
      if (isChosen) next.delete(id);
      else next.add(id);
    }
    setLeft(next);
  };
  async function refresh(): Promise<void> {
    await start.refresh(
      chosen.map(({ id }) => id),
      zaps,
    );
    onOpenChange(false);
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Refresh What Changed"
      body={
        <Stack gap={4}>
          <p>Only the items you choose are made again. Earlier versions are kept beside the new ones.</p>
          {STEPS.map((step) => (
            <Group
              key={step}
              step={step}
              items={items.filter((item) => item.step === step)}
              chosen={chosen}
              // An item that is stale only because of other items can only be chosen together with one of them.
              canChoose={(id) =>
                chosenItems(items, idsWith(new Set([...left].filter((one) => one !== id)))).some((one) => one.id === id)
              }
              onChoose={choose}
            />
          ))}
          <PriceLine
            zaps={zaps}
            note={
              included === 0 ? '' : `, ${included === 1 ? '1 image' : `${included} images`} included in your plan today`
            }
            reason={chosen.length === 0 ? 'Choose something to refresh.' : price.reason}
          />
        </Stack>
      }
      confirmLabel="Refresh"
      pending={start.isStarting}
      disabled={chosen.length === 0 || price.waiting || price.short}
      onConfirm={() => void refresh()}
      onCloseAutoFocus={returnFocus}
    />
  );
}

interface GroupProps {
  step: RefreshStep;
  items: readonly RefreshItem[];
  chosen: readonly RefreshItem[];
  canChoose: (id: string) => boolean;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
}

function Group({ step, items, chosen, canChoose, onChoose }: GroupProps) {
  const headingId = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <Heading id={headingId}>{STEP_WORDS[step]}</Heading>
      <Items>
        {items.map((item) => (
          <ItemLine
            key={item.id}
            item={item}
            isChosen={chosen.includes(item)}
            isDisabled={!canChoose(item.id)}
            onChoose={(isChosen) => onChoose([item.id], isChosen)}
          />
        ))}
      </Items>
    </section>
  );
}

interface ItemLineProps {
  item: RefreshItem;
  isChosen: boolean;
  isDisabled: boolean;
  onChoose: (isChosen: boolean) => void;
}

function ItemLine({ item, isChosen, isDisabled, onChoose }: ItemLineProps) {
  const id = useId();
  const { step, title, thumbnail, reasons, zaps, problem } = item;
  const Icon = ICONS[step];
  const why = problem ?? (reasons.length > 0 ? `${reasons.join('. ')}.` : 'It uses another item that is refreshed.');
  return (
    <Line>
      <Checkbox id={id} checked={isChosen} disabled={isDisabled} onCheckedChange={onChoose} />
      <Frame aria-hidden>
        {thumbnail === null ? <Icon size={16} /> : <img alt="" loading="lazy" {...pictureSource(thumbnail, '36px')} />}
      </Frame>
      <Label htmlFor={id}>
        <Title dir="auto">{title || 'Untitled Scene'}</Title>
        <Why>{why}</Why>
      </Label>
      <span>{problem === null && zapsInWords(zaps)}</span>
    </Line>
  );
}
