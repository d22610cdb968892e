// Loaded with `node --import` before the server where another program starts it (`npm run dev`, browser tests): when
// that program is gone, even by a kill, the channel to it closes and the server stops as after SIGTERM.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
