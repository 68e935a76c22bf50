// Imported first. Uses only syntax that Node 12 (still included in some distributions) can parse.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Timbre necesita Node.js 20.19 o posterior; este es ${process.versions.node}. Instálelo desde https://nodejs.org`,
  );
  process.exit(1);
}
