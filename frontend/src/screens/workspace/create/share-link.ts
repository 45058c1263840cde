import { tellFailure, toast } from '../../../ui';

/** Copies the absolute address of something of ours. Never rejects: what goes wrong is told. */
export async function shareLink(url: string): Promise<void> {
  const link = new URL(url, window.location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: 'Link Copied', description: 'The link to the video is in your clipboard.' });
  } catch {
    // No permission, or not a secure page: the link can still be copied by hand.
    tellFailure("Couldn't copy the link", link);
  }
}
