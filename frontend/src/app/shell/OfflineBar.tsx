import styled from '@emotion/styled';
import { onlineManager } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useExternalStore } from '../../platform/store';
import { space, tokens } from '../../ui';

const Bar = styled.p`
  position: fixed;
  right: 0;
  bottom: 0;
  left: 0;
  /* Above dialogs, because it also concerns their unsaved texts, and below toasts. */
  z-index: 60;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  padding: ${space(2)} ${space(4)} calc(${space(2)} + env(safe-area-inset-bottom));
  background: ${tokens.text1};
  color: ${tokens.surface1};
  font-weight: 550;
`;

/** The browser is asked as well, because a page that was loaded without a network receives no event. */
const isOnline = (): boolean =>
  onlineManager.isOnline() && (typeof navigator === 'undefined' || navigator.onLine !== false);

/** Shows one message that there is no network, instead of one for each text that could not be saved or loaded. */
export function OfflineBar() {
  const online = useExternalStore(onlineManager.subscribe.bind(onlineManager), isOnline);
  return (
    <div role="status">
      {!online && (
        <Bar>
          <CloudOff size={16} aria-hidden />
          You&apos;re offline. Edits are kept here.
        </Bar>
      )}
    </div>
  );
}
