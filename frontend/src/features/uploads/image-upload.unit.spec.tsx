import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { AppServer } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp, renderApp } from '../../testing/render-app';
import { ImageUpload } from './ImageUpload';
import { uploadFile } from './upload';

const png = (name = 'a.png') => new File(['abc'], name, { type: 'image/png' });
let server: AppServer;
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
});
afterEach(leaveApp);

function Host({ start = '' }: { start?: string }) {
  const [url, setUrl] = useState(start);
  return <ImageUpload label="Picture" purpose="image" value={url} onChange={setUrl} />;
}
const zone = () => screen.getByRole('group', { name: 'Picture' });
const choose = (file = png()) => fireEvent.change(screen.getByLabelText('Picture file'), { target: { files: [file] } });
const put = async () => {
  await waitFor(() => expect(server.puts).toHaveLength(1));
  const [upload] = server.puts;
  if (!upload) throw new Error('Nothing was uploaded');
  return upload;
};

describe('the upload widget', () => {
  it('goes from idle to uploading with a spinner and numbers, then to success [UPLOAD-07, UPLOAD-10]', async () => {
    server.holdUploads = true;
    renderApp(<Host />);
    expect(zone().dataset.state).toBe('idle');
    choose();
    const upload = await put();
    expect(zone().dataset.state).toBe('uploading');
    screen.getByText('Uploading a.png');
    act(() => upload.progress(0.42));
    screen.getByText('42%');
    act(() => upload.finish());
    expect((await screen.findByRole('img', { name: 'Picture' })).getAttribute('src')).toBe('/api/media/uploaded.png');
    await screen.findByText('Image uploaded successfully!');
  });

  it('goes to failure when a step fails, and starts again from there [UPLOAD-07]', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    server.fail('POST', '/api/objects/finalize', 500);
    renderApp(<Host />);
    choose();
    await screen.findByText('The upload failed.');
    expect(zone().dataset.state).toBe('failed');
    server.on('POST', '/api/objects/finalize', () => ({
      json: { url: '/api/media/b.png', contentType: 'i', size: 3 },
    }));
    choose();
    await screen.findByRole('img', { name: 'Picture' });
    logged.mockRestore();
  });

  it.each(['url', 'put', 'finalize'])('names the failed step: %s [UPLOAD-06]', async (step) => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    if (step === 'url') server.fail('POST', '/api/objects/upload', 500);
    if (step === 'finalize') server.fail('POST', '/api/objects/finalize', 500);
    server.holdUploads = step === 'put';
    renderApp(<Host />);
    choose();
    if (step === 'put') (await put()).finish(500);
    await screen.findByText('Upload Failed');
    screen.getByText('Failed to upload image. Please try again.');
    logged.mockRestore();
  });

  it('shows the server’s message for an error that a retry cannot fix', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    server.fail('POST', '/api/objects/upload', 413, 'Your uploads may take 5120 MB.', 'quota_reached');
    renderApp(<Host />);
    choose();
    await screen.findByText('Your uploads may take 5120 MB.');
    logged.mockRestore();
  });

  it('is canceled without a message', async () => {
    server.holdUploads = true;
    const { user } = renderApp(<Host />);
    choose();
    const upload = await put();
    await user.click(screen.getByRole('button', { name: 'Cancel Upload' }));
    await waitFor(() => expect(zone().dataset.state).toBe('idle'));
    expect(upload.aborted).toBe(true);
    expect(screen.queryByText('Upload Failed')).toBeNull();
  });

  it('is highlighted while a file is over it, and accepts a drop [UPLOAD-08]', async () => {
    const { user } = renderApp(<Host />);
    fireEvent.dragOver(zone(), { dataTransfer: { types: ['Files'] } });
    expect(zone().dataset.over).toBe('true');
    fireEvent.dragLeave(zone());
    expect(zone().dataset.over).toBe('false');
    fireEvent.dragOver(zone(), { dataTransfer: { types: ['Files'] } });
    fireEvent.drop(zone(), { dataTransfer: { types: ['Files'], files: [png('dropped.png')] } });
    expect(zone().dataset.over).toBe('false');
    await screen.findByRole('img', { name: 'Picture' });
    expect(server.puts[0]?.file.name).toBe('dropped.png');

    await user.click(screen.getByRole('button', { name: 'Remove image' }));
    expect(screen.queryByRole('img')).toBeNull();
    screen.getByRole('button', { name: 'Choose an Image' });
  });

  it('shows an error when its image is missing [UPLOAD-09]', () => {
    renderApp(<Host start="/api/media/gone.png" />);
    fireEvent.error(screen.getByRole('img', { name: 'Picture' }));
    screen.getByText('Image not found');
  });
});

describe('an upload', () => {
  it('requests an address, puts the raw file there and finalizes it [UPLOAD-03, UPLOAD-04, UPLOAD-05]', async () => {
    const file = png();
    const answer = await uploadFile(file, { purpose: 'image' });
    expect(answer.url).toBe('/api/media/uploaded.png');
    const [first, last] = server.calls;
    expect(first).toMatchObject({ method: 'POST', path: '/api/objects/upload', body: undefined });
    expect(Object.fromEntries(first?.query ?? [])).toEqual({ purpose: 'image', size: '3', type: 'image/png' });
    expect(server.puts[0]).toMatchObject({
      url: 'http://localhost/api/uploads/signed',
      contentType: 'image/png',
      file,
    });
    expect(last).toMatchObject({
      path: '/api/objects/finalize',
      body: { uploadURL: 'http://localhost/api/uploads/signed', visibility: 'public' },
    });
  });

  it('uses another first step as an option [UPLOAD-02]', async () => {
    server.on('POST', '/api/upload', () => ({ json: { uploadURL: 'http://localhost/api/uploads/other' } }));
    await uploadFile(new File(['x'], 'a.mp3', { type: 'audio/mpeg' }), { purpose: 'audio', firstStep: '/api/upload' });
    expect(server.calls[0]?.path).toBe('/api/upload');
  });

  it('does not start when it is canceled before', async () => {
    const signal = AbortSignal.abort();
    await expect(uploadFile(png(), { purpose: 'image', signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.calls).toEqual([]);
  });
});
