import { Clapperboard } from 'lucide-react';
import { formatZaps } from '../../../domains/zaps/format';
import { PriceTag } from '../../../domains/zaps/PriceTag';
import { PROCESS_STORY_COST } from '../../../domains/zaps/text-costs';
import { usePrice } from '../../../domains/zaps/usePrice';
import { Button } from '../../../ui';

interface CreateScenesButtonProps {
  /** There is a story, and nothing was made of it yet. */
  isNext: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** Opens the dialog that makes scenes; nothing is paid before that is confirmed. */
export function CreateScenesButton({ isNext, disabled, onClick }: CreateScenesButtonProps) {
  const { zaps = 0 } = usePrice(PROCESS_STORY_COST);
  return (
    <Button
      variant={isNext ? 'primary' : 'secondary'}
      icon={<Clapperboard size={16} aria-hidden />}
      aria-description={zaps > 0 ? `${formatZaps(zaps)} zaps` : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      Create Scenes
      {zaps > 0 && (
        <span aria-hidden>
          <PriceTag zaps={zaps} />
        </span>
      )}
    </Button>
  );
}
