/**
 * Subjects of the demo catalogue, one per line: name, how it is staged (floor, plinth, wall, hang, flat),
 * its colours, how many compositions, then options: `as` the drawing's or emoji's name when it differs, `h` its height
 * in pixels, `w` its largest width, `by` the emoji set beside it. A colour with `=` keeps the drawing's own colours.
 * why so long: it is one list.
 */
export const SUBJECTS = {
  props: `
dining-chair floor teal,brown 1
armchair floor teal,pink,rust,olive 2
wingback floor green 1
sofa floor beige,teal,rust 2
chaise floor pink,navy 1
bar-stool floor black 1
stool floor mustard,white 1
bench floor pink 1
pouf floor mustard 1
cane-chair floor brown,black 1
directors-chair floor black,beige 1
peacock-chair floor tan,white 1
rocking-chair floor brown 1
charpai floor red,blue 1
coffee-table floor brown,white 1
dining-table floor brown,black 1
side-table floor black,gold 1
console floor brown,teal 1
writing-desk floor brown 1
bookshelf floor brown,white 1
cabinet floor sage,blue 2
dresser floor brown,white 1
room-divider floor tan 1
ladder floor brown= 1
crate floor tan 1 h=400
floor-lamp floor beige,rust 1
arc-lamp floor gold,black 1
table-lamp plinth teal,white,rust 1
pendant hang black,teal,copper 1
chandelier hang gold 2
lantern plinth black,gold 1
string-lights wall yellow 1
candle plinth red 1
bulb plinth yellow= 1 as=light-bulb
vase plinth blue,white,rust,green 2
bud-vase plinth pink,teal 1
amphora plinth rust,white 1
arch-mirror floor gold,black 1
round-mirror wall gold,brown 1
candle-stand plinth gold,black 1
book-stack plinth navy,rust 1
plinths floor white,pink,sage 1
arch-blocks floor pink,rust,sky 1
sculpture plinth white,black 1
mantel-clock plinth brown 1
hourglass plinth gold= 1 as=hourglass-done
crown plinth gold= 1
wind-chime hang sky= 1
nesting-dolls plinth magenta= 1
trophy plinth gold= 1
cushion plinth mustard,teal,pink,maroon 1
bolster plinth maroon 1
rug flat red,navy,beige 1
round-rug flat teal 1
curtain wall white,maroon 1
throw plinth beige,rust,sage 1
yarn plinth pink 1
teapot plinth teal,rust 2
teacup plinth blue 1 as=hot-beverage
wine-glass plinth maroon= 1
cocktail-glass plinth green= 1
bowl plinth teal 1 as=bowl-with-spoon
place-setting plinth lavender= 1 as=fork-and-knife-with-plate
jar plinth sky= 1
basket plinth tan= 1
stock-pot plinth red 1 as=pot-of-food
cake plinth pink= 1 as=birthday-cake
croissant plinth tan= 1
thali flat gold 1
diya plinth rust= 2 as=diya-lamp
kalash plinth gold,copper 1
urli floor gold 2 h=330
toran wall orange 1
paper-lantern hang red,blue 1 as=red-paper-lantern
balloon hang red,gold 1
gift plinth green,red 1 as=wrapped-gift
christmas-tree floor green= 1
party-popper plinth multicolour= 1
festive-bell plinth gold= 1 as=bell
lotus plinth pink= 1
kite wall multicolour= 1
piata hang multicolour= 1
guitar floor red=,black 1
violin floor brown= 1
banjo floor tan= 1
saxophone floor gold= 1
trumpet plinth gold= 1
drum floor red 1
djembe floor orange= 1 as=long-drum
tabla plinth copper 2
accordion plinth magenta= 1
flute wall orange= 1
maracas plinth multicolour= 1
keyboard plinth black= 1 as=musical-keyboard
desktop plinth sky= 1 as=desktop-computer
laptop plinth grey= 1
printer plinth grey 1
telephone plinth red,black 1
typewriter plinth teal,black,red 1
briefcase plinth brown= 1
file-cabinet floor green 1 h=460
notebook plinth purple= 1 as=notebook-with-decorative-cover
fountain-pen plinth blue= 1
clipboard plinth tan= 1
trunk floor brown,green 2 h=400
suitcase floor tan,maroon 1 h=400
luggage floor sky= 1
compass plinth gold= 1
globe plinth blue= 1 as=globe-showing-asia-australia
world-map wall blue= 1
bicycle floor red= 1
scooter floor sky,red 1 as=motor-scooter
telescope floor silver= 1
gramophone plinth gold 1
parasol floor purple= 1 as=closed-umbrella
postbox floor red= 1
anchor floor navy 1
scroll plinth beige= 1
frame wall gold,brown 1
gallery-wall wall brown 1
canvas wall rust,teal 1
painting wall multicolour= 1 as=framed-picture
easel floor rust 1
monstera floor white,rust 2
snake-plant floor teal 1
areca-palm floor rust 1
pampas plinth white,pink 1
flower-arrangement plinth pink,white 1
potted-plant floor green= 1
cactus plinth green= 1
bouquet plinth pink= 1
sunflower plinth yellow= 1
rose plinth red= 1
tulip plinth pink= 1
palm-tree floor green= 1
wheat plinth mustard= 1 as=sheaf-of-rice
speaker floor black,brown 1
turntable plinth brown,red 1
table-fan floor teal 1
television plinth grey= 2
radio plinth grey=,red,teal 1
headphone plinth silver= 1
game-console plinth purple= 1 as=video-game
cassette plinth black 1 as=videocassette
teddy-bear plinth brown=,pink 1
rocking-horse floor beige 1
blocks plinth teal 1
toy-train plinth red= 1 as=locomotive
toy-car plinth red 1 as=automobile
robot plinth lavender= 1
abacus plinth orange= 1
yo-yo plinth purple= 1
kick-scooter floor sky= 1
carousel-horse floor tan= 1
skateboard plinth purple= 1
cricket-bat floor tan= 1 as=cricket-game
football plinth white= 1 as=soccer-ball
boxing-glove plinth red= 1
basketball plinth orange= 1
tent floor green= 1
`,
  clothes: `
kurta wall white,mustard,blue,sage 2
sherwani wall beige,maroon 1
lehenga wall red,pink,green 2
saree wall red,teal,purple,mustard 1
anarkali wall teal,pink 2
dupatta wall orange,magenta 1
blazer wall navy,black,beige 2
shirt wall white,sky,olive 1
waistcoat wall brown,grey 2
jacket wall black,brown 1
gown wall red,lavender,gold 2
dress wall blue,yellow 1
coat wall brown,red 2
kimono wall blue= 1
t-shirt wall teal,white 2
jeans wall blue= 1
blouse wall pink,green 2 as=womans-clothes
lab-coat wall white= 1
scarf wall red,mustard 2
heels plinth red,black 1 as=high-heeled-shoe
oxfords plinth brown= 2 as=mans-shoe
sneakers plinth grey= 1 as=running-shoe
boots plinth red= 2 as=womans-boot
sandals plinth tan= 1 as=womans-sandal
top-hat plinth black 2
sun-hat plinth tan= 1 as=womans-hat
cap plinth blue= 2 as=billed-cap
necktie wall red,navy 1
sunglasses plinth black= 2
handbag plinth brown=,green 1
clutch plinth pink,black 2 as=clutch-bag
`,
  gear: `
mirrorless plinth black 2
cine-camera plinth black 2
lens plinth black 2
camera plinth black 1
video-camera plinth grey 2
movie-camera plinth black 1
tripod floor black 2
softbox floor black 1
octabox floor black 2
ring-light floor black 1
led-panel floor black 2
fresnel floor black 1
strobe floor black 2
umbrella floor black 1
c-stand floor black 2
reflector wall gold,silver,white 1
gimbal plinth black 2
slider floor black 1
dolly floor black 2
drone plinth black 1
boom-mic plinth black 2
microphone plinth grey= 1 as=studio-microphone
headphones plinth black= 2 as=headphone
mixer plinth grey= 1 as=control-knobs
monitor plinth black 2
smoke-machine floor black 1
apple-boxes floor tan 2
sandbag floor rust,black 1
clapper plinth black 2 as=clapper-board
megaphone plinth yellow= 1
projector plinth grey= 2 as=film-projector
paper-roll floor white 1
flashlight plinth grey= 2
battery plinth green= 1
`,
};

/** One parsed subject: `{ group, name, stage, colours: [{ colour, native }], compositions, as, height, width }`. */
export function subjectList() {
  return Object.entries(SUBJECTS).flatMap(([group, text]) =>
    text
      .trim()
      .split('\n')
      .map((row) => {
        const [name, stage, colours, compositions, ...options] = row.split(' ');
        const option = Object.fromEntries(options.map((o) => o.split('=')));
        return {
          group,
          name,
          stage,
          colours: colours.split(',').map((c) => ({
            colour: c.replace('=', ''),
            native: c.endsWith('='),
          })),
          compositions: Number(compositions),
          as: option.as ?? name,
          height: Number(option.h ?? 0),
          width: Number(option.w ?? 0),
        };
      }),
  );
}
