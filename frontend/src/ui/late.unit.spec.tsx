import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { AppServer } from '../testing/app-server';
import { leaveApp, renderApp } from '../testing/render-app';
import { faultOf, late, lateDialog, toldFaultOf } from './late';

let logged: jest.SpyInstance;
let server: AppServer;
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  server = new AppServer();
  // While the server does not answer, a retry does not reload the page.
  server.disconnect('GET', '/api/auth/user');
});
afterEach(() => {
  leaveApp();
  logged.mockRestore();
});

interface PartProps {
  words: string;
  onClose: () => void;
}
const Part = ({ words }: PartProps) => <p>{words}</p>;
const nothing = () => undefined;

/** Returns code that fails to load until `comes` is set. */
function code() {
  const state = { comes: false, asked: 0 };
  const load = async () => {
    state.asked += 1;
    if (!state.comes) throw new TypeError('Failed to fetch dynamically imported module');
    return Part;
  };
  return { state, load };
}
const again = () => screen.findByRole('button', { name: 'Try Again' });
const goOnline = () => act(async () => void window.dispatchEvent(new Event('online')));

describe('a part of the page whose code does not arrive', () => {
  it('removes nothing else, and appears after another attempt', async () => {
    const { state, load } = code();
    const Late = late(load, { Fault: faultOf('the sea') });
    const { user } = renderApp(
      <>
        <p>The shore</p>
        <Late words="The sea" onClose={nothing} />
      </>,
    );
    await screen.findByText("Couldn't load the sea");
    screen.getByText('The shore');
    await user.click(await again());
    await waitFor(() => expect(state.asked).toBe(2));
    await screen.findByText("Couldn't load the sea");
    state.comes = true;
    await user.click(await again());
    await screen.findByText('The sea');
    screen.getByText('The shore');
  });

  it('appears by itself when the network returns', async () => {
    const { state, load } = code();
    const Late = late(load, { Fault: faultOf('the sea') });
    renderApp(<Late words="The sea" onClose={nothing} />);
    await again();
    await goOnline();
    await again();
    state.comes = true;
    await goOnline();
    await screen.findByText('The sea');
  });

  it('appears when it is shown the next time', async () => {
    const { state, load } = code();
    const Late = late(load, { Fault: faultOf('the sea') });
    const { show } = renderApp(<Late words="The sea" onClose={nothing} />);
    await again();
    show(null);
    state.comes = true;
    show(<Late words="The sea" onClose={nothing} />);
    await screen.findByText('The sea');
  });

  it('is reported by a toast where it has no space of its own', async () => {
    const { state, load } = code();
    const Late = late(load, { Fault: toldFaultOf('the sea') });
    const { user } = renderApp(<Late words="The sea" onClose={nothing} />);
    await screen.findByText("Couldn't load the sea");
    await user.click(await again());
    await waitFor(() => expect(state.asked).toBe(2));
    await screen.findByText("Couldn't load the sea");
    state.comes = true;
    await user.click(await again());
    await screen.findByText('The sea');
  });
});

describe('a dialog whose code does not arrive', () => {
  function Opener({ Dialog }: { Dialog: ReturnType<typeof lateDialog<PartProps>> }) {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Dialog words="The sea" onClose={() => setOpen(false)} />}
      </>
    );
  }

  it('shows an error, closes like any other, and is loaded again when it is opened again', async () => {
    const { state, load } = code();
    const { user } = renderApp(<Opener Dialog={lateDialog(load, ({ onClose }) => onClose())} />);
    const open = screen.getByRole('button', { name: 'Open' });
    await user.click(open);
    await screen.findByRole('alertdialog', { name: "Couldn't open this" });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(document.activeElement).toBe(open));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    state.comes = true;
    await user.click(open);
    await screen.findByText('The sea');
  });

  it('is replaced by the real one as soon as it arrives', async () => {
    const { state, load } = code();
    const { user } = renderApp(<Opener Dialog={lateDialog(load, ({ onClose }) => onClose())} />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    const tryAgain = await again();
    state.comes = true;
    await user.click(tryAgain);
    await screen.findByText('The sea');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

it('removes nothing else when a part itself fails', async () => {
  const Broken = () => {
    throw new Error('It is broken');
  };
  const Late = late(async () => Broken, { Fault: faultOf('the sea') });
  renderApp(
    <>
      <p>The shore</p>
      <Late />
    </>,
  );
  await screen.findByText("Couldn't load the sea");
  screen.getByText('The shore');
});
