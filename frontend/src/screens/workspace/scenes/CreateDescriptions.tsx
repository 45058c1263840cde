import { isBlank, isPrompted, type Project, type Scene } from '@storyreel/contracts';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useStartBatch } from '../../../domains/batches/start-batch';
import { countOfScenes } from '../../../domains/batches/words';
import { CostButton } from '../../../domains/zaps/CostButton';
import { PriceLine } from '../../../domains/zaps/PriceLine';
import { descriptionsCost } from '../../../domains/zaps/text-costs';
import { usePrice } from '../../../domains/zaps/usePrice';
import { ConfirmDialog, FINAL, Stack } from '../../../ui';
import { useFocusReturn } from '../../../ui/useFocusReturn';
import { useNextStep } from '../useNextStep';

interface CreateDescriptionsProps {
  project: Project;
  scenes: readonly Scene[];
}

/** Has those scenes described that have no description or no image prompt. When all have, it asks before it rewrites. */
export function CreateDescriptions({ project, scenes }: CreateDescriptionsProps) {
  const [asks, setAsks] = useState(false);
  const returnFocus = useFocusReturn(asks);
  const step = useNextStep(project);
  const start = useStartBatch(project);
  const missing = scenes.filter((scene) => !isPrompted(scene));
  const rewrites = missing.length === 0 && scenes.length > 0;
  const wanted = rewrites ? scenes : missing;
  const cost = descriptionsCost(wanted.length);
  const price = usePrice(cost);
  const describe = () => start.descriptions(wanted.map(({ id }) => id));
  function confirm(): void {
    setAsks(false);
    void describe();
  }
  return (
    <>
      <CostButton
        cost={cost}
        variant={step === 'descriptions' ? 'primary' : 'secondary'}
        // Without a story nothing would be rewritten, which is said at once.
        onAction={() => (rewrites && !isBlank(project.story) ? setAsks(true) : describe())}
        icon={<Sparkles size={16} aria-hidden />}
      >
        Create Descriptions
      </CostButton>
      <ConfirmDialog
        open={asks && rewrites}
        onOpenChange={setAsks}
        title="Rewrite All Descriptions?"
        confirmLabel="Rewrite Descriptions"
        disabled={price.waiting || price.unknown || price.short}
        onConfirm={confirm}
        onCloseAutoFocus={returnFocus}
        body={
          <Stack gap={3}>
            <p>
              No description is missing. The descriptions and prompts of {countOfScenes(scenes.length)} will be
              replaced, your own words included. {FINAL}
            </p>
            <PriceLine zaps={price.zaps} reason={!price.waiting && price.reason} retry={price.unknown && price.ask} />
          </Stack>
        }
      />
    </>
  );
}
