import styled from '@emotion/styled';
import { useQueryClient } from '@tanstack/react-query';
import { Globe, Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, ButtonAnchor, ConfirmDialog, space, tokens } from '../../ui';
import { shareVideo, stopSharing, useSharedLink } from './api';

/** Takes a separate line below the buttons of its row. */
const Shared = styled.div`
  display: flex;
  flex: 1 0 100%;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  color: ${tokens.text2};
  & > p {
    display: flex;
    align-items: center;
    gap: ${space(2)};
  }
`;

const Together = styled.div`
  display: flex;
  gap: ${space(1)};
`;

interface ShareVideoProps {
  projectId: string;
  /** Id of the film; null for the final video. */
  filmId: string | null;
  /** Distinguishes this video from others on the screen in accessible names. */
  what: string;
}

/**
 * A button that shares a video by a link. While the video is shared, a line below says so and offers to stop. For use
 * within a Row.
 */
export function ShareVideo({ projectId, filmId, what }: ShareVideoProps) {
  const queryClient = useQueryClient();
  const link = useSharedLink(projectId, filmId);
  const [isSharing, setSharing] = useState(false);
  const [asks, setAsks] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  async function share(): Promise<void> {
    if (isSharing) return;
    setSharing(true);
    await shareVideo(queryClient, projectId, filmId);
    setSharing(false);
  }
  async function end(): Promise<void> {
    if (!link) return;
    setEnding(true);
    await stopSharing(queryClient, link);
    setEnding(false);
    setAsks(false);
  }
  return (
    <>
      {/* Not disabled while it works, so that it keeps the focus. */}
      <Button
        ref={button}
        icon={<Share2 size={16} aria-hidden />}
        aria-busy={isSharing || undefined}
        onClick={() => void share()}
      >
        Share
      </Button>
      {link && (
        <Shared>
          <p>
            <Globe size={16} aria-hidden />
            Anyone with the link can watch.
          </p>
          {/* The two controls wrap together: both move below the text when there is no room beside it. */}
          <Together>
            <ButtonAnchor
              href={link.url}
              target="_blank"
              rel="noreferrer"
              data-variant="ghost"
              data-size="small"
              aria-label={`View the page of ${what}`}
            >
              View Page
            </ButtonAnchor>
            <Button size="small" variant="ghost" aria-label={`Stop sharing ${what}`} onClick={() => setAsks(true)}>
              Stop Sharing
            </Button>
          </Together>
        </Shared>
      )}
      <ConfirmDialog
        open={asks && link !== undefined}
        onOpenChange={setAsks}
        title="Stop sharing this video?"
        body="The link stops working for everyone who has it."
        confirmLabel="Stop Sharing"
        destructive
        pending={isEnding}
        onConfirm={() => void end()}
        onCloseAutoFocus={(event) => {
          // The button that opened the dialog disappears together with the link.
          event.preventDefault();
          button.current?.focus();
        }}
      />
    </>
  );
}
