interface Landed {
  target: EventTarget;
}

const landsOn = ({ target }: Landed, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** What is said below a text that is edited in place, with Retry, Discard and Bring Back. */
export const landsOnNotes = (event: Landed): boolean => landsOn(event, '[data-notes]');

/** A click or a press on something of its own in a card: not meant for opening or dragging the card. */
export const landsOnControl = (event: Landed): boolean =>
  landsOnNotes(event) || landsOn(event, 'button, input, textarea, [role="menu"], [role="menuitem"]');

export const landsOnLink = (event: Landed): boolean => landsOn(event, 'a');
