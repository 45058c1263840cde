import { isBlank, isPrompted } from '@storyreel/contracts';
import type { Project, Scene } from '@storyreel/contracts';
import { RefreshCw, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Button, Checkbox, ConfirmDialog, FINAL, Label, Row, Stack } from '../../../ui';
import { useFocusReturn } from '../../../ui/Dialog';
import { countOfScenes } from '../../batches/api';
import { useStartBatch } from '../../batches/useStartBatch';
import { useNextStep } from '../../next-step/useNextStep';
import { CostButton, PriceLine } from '../../zaps/PaidButton';
import { descriptionsCost, usePrice } from '../../zaps/price';

interface CreateDescriptionsProps {
  project: Project;
  scenes: readonly Scene[];
}

/** Describes the scenes without a description or image prompt. When all scenes have both, offers to rewrite them. */
export function CreateDescriptions({ project, scenes }: CreateDescriptionsProps) {
  const isNext = useNextStep(project) === 'descriptions';
  const start = useStartBatch(project);
  const missing = scenes.filter((scene) => !isPrompted(scene));
  const describe = (which: readonly Scene[]) => start.descriptions(which.map(({ id }) => id));
  // Without a story nothing can be written, so the request is sent without a question and the server's refusal is
  // shown.
  if (missing.length === 0 && scenes.length > 0 && !isBlank(project.story)) {
    return <RewriteAll scenes={scenes} onConfirm={describe} />;
  }
  const isRest = missing.length > 0 && missing.length < scenes.length;
  return (
    <CostButton
      cost={descriptionsCost(missing.length)}
      variant={isNext ? 'primary' : 'secondary'}
      onAction={() => describe(missing.length > 0 ? missing : scenes)}
      icon={<Sparkles size={16} aria-hidden />}
    >
      {isRest ? `Create ${missing.length} Missing` : 'Create Descriptions'}
    </CostButton>
  );
}

interface RewriteAllProps {
  scenes: readonly Scene[];
  onConfirm: (scenes: readonly Scene[]) => void;
}

/** Asks before texts are replaced. Texts that a user has edited are kept unless the user chooses otherwise. */
function RewriteAll({ scenes, onConfirm }: RewriteAllProps) {
  const [asks, setAsks] = useState(false);
  const returnFocus = useFocusReturn(asks);
  const [takesEdited, setTakesEdited] = useState(false);
  const edited = scenes.filter(({ textsEdited }) => textsEdited);
  const chosen = takesEdited ? scenes : scenes.filter(({ textsEdited }) => !textsEdited);
  const price = usePrice(descriptionsCost(chosen.length));
  function confirm(): void {
    setAsks(false);
    onConfirm(chosen);
  }
  return (
    <>
      <Button
        icon={<RefreshCw size={16} aria-hidden />}
        onClick={() => {
          setTakesEdited(false);
          setAsks(true);
        }}
      >
        Rewrite All
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Rewrite All Descriptions?"
        confirmLabel={chosen.length === 1 ? 'Rewrite 1 Scene' : `Rewrite ${chosen.length} Scenes`}
        disabled={chosen.length === 0 || price.waiting || price.unknown || price.short}
        onConfirm={confirm}
        onCloseAutoFocus={returnFocus}
        body={
          <Stack gap={3}>
            <p>
              No description is missing. The descriptions and prompts of {countOfScenes(chosen.length)} will be
              replaced. {FINAL}
            </p>
            {edited.length > 0 && (
              <Row gap={2}>
                <Checkbox id="rewrite-edited" checked={takesEdited} onCheckedChange={setTakesEdited} />
                <Label htmlFor="rewrite-edited">Also replace your own edits in {countOfScenes(edited.length)}</Label>
              </Row>
            )}
            <PriceLine zaps={price.zaps} reason={!price.waiting && price.reason} retry={price.unknown && price.ask} />
          </Stack>
        }
      />
    </>
  );
}
