import { RefreshCw, Sparkles } from 'lucide-react';
import type { Project, Scene } from '@storyreel/contracts';
import { Button } from '../../ui';
import { useStyles } from '../styles/queries';
import { CostButton } from '../zaps/CostButton';
import { ENHANCE_PROMPT_COST, ONE_DESCRIPTION_COST, VIDEO_PROMPT_COST } from '../zaps/text-costs';
import { usePromptActions } from './prompt-actions';
import { useSceneFieldValue } from './useSceneAutosave';

interface Props {
  scene: Scene;
  project: Project;
}

const refreshIcon = <RefreshCw size={16} aria-hidden />;

export function DescriptionActions({ scene, project }: Props) {
  const { regenerateDescription } = usePromptActions(scene);
  return (
    <CostButton
      cost={ONE_DESCRIPTION_COST}
      onAction={() => regenerateDescription(project)}
      loadingText="Regenerating..."
      icon={refreshIcon}
    >
      Regenerate Description
    </CostButton>
  );
}

export function ImagePromptActions({ scene, project }: Props) {
  const { enhanceImagePrompt, regenerateImagePrompt } = usePromptActions(scene);
  const { data: styles = [] } = useStyles();
  const hasPrompt = useSceneFieldValue(scene, 'imagePrompt').trim() !== '';
  const attributes = styles.find(({ id }) => id === project.selectedStyle)?.attributes ?? null;
  return (
    <>
      <CostButton
        cost={ENHANCE_PROMPT_COST}
        onAction={enhanceImagePrompt}
        loadingText="Enhancing..."
        disabled={!hasPrompt}
        icon={<Sparkles size={16} aria-hidden />}
      >
        Enhance Prompt
      </CostButton>
      <Button size="small" icon={refreshIcon} onClick={() => void regenerateImagePrompt(project, attributes)}>
        Regenerate Image Prompt
      </Button>
    </>
  );
}

export function VideoPromptActions({ scene }: Pick<Props, 'scene'>) {
  const { regenerateVideoPrompt } = usePromptActions(scene);
  return (
    <CostButton
      cost={VIDEO_PROMPT_COST}
      onAction={regenerateVideoPrompt}
      loadingText="Regenerating..."
      icon={refreshIcon}
    >
      Regenerate Video Prompt
    </CostButton>
  );
}
