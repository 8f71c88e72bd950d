//! A certificate: made, written, read, checked, and looked into.
//!
//! Tic-tac-toe: the first player took the corner `a1`, the second player answered `b1`. Does the first player win now?
//!
//! `cargo run -p provenum --example certificate`

use provenum::games::Mnk;
use provenum::proof::Certificate;
use provenum::session::{Games, Solve, Turn};
use provenum::{Claim, Notation, Parameters, Player};
use std::error::Error;
use std::sync::Arc;

/// The bytes of a certificate: what `provenum solve --proof` writes into a file.
fn written() -> Result<Vec<u8>, Box<dyn Error>> {
    let (game, position) = Mnk::set_up(&Parameters::new(), Some("a1 b1"))?;
    let found = Solve::new(&game, &position).claim(Claim::win(Player::First)).certify().run();
    Ok(found.certified()?.bytes.clone())
}

/// Reads a certificate as someone would who knows nothing but its bytes.
pub fn main() -> Result<(), Box<dyn Error>> {
    let bytes = written()?;
    let certificate = Certificate::from_bytes(&bytes)?;

    // It says what it is about, and so the game can be opened at that position.
    let subject = certificate.subject.clone();
    let session = Games::built_in().open(&subject.game, &subject.parameters, Some(&subject.position))?;
    let proof = session.open(Arc::new(certificate));
    println!("{} at {}, in {} bytes\n{}", subject.game, subject.position, bytes.len(), proof.board());

    // Is it right? The checker knows the rules, and nothing of the search.
    let judgement = proof.check(1, &|_, _| ());
    let verified = judgement.claims.map_err(|fault| fault.problem)?;
    println!("checked: {}", verified[0].words);
    assert!(verified[0].holds);

    // What does it claim, and how do both sides play?
    let claim = proof.claim(0, true).ok_or("there is no such claim")?;
    let walk = claim.walk.ok_or("no walk was asked for")?;
    println!("a {} of {} positions; the line is {}", claim.kind, claim.positions, walk.line.join(" "));
    assert_eq!(claim.longest, Some(walk.line.len() as u32));

    // What does it say of a position? Here, of the one that it is about.
    let here = proof.look_up(0, &subject.position)?.ok_or("there is no such claim")?;
    println!("the winner plays {}", here.mv.as_deref().unwrap_or("nothing"));
    assert_eq!((here.turn, here.mv.as_ref()), (Turn::Answering, walk.line.first()));

    // The top of its tree: the winner's move, and all replies to it.
    let tree = proof.tree(0, 2, 100);
    let replies: Vec<_> =
        tree.iter().filter(|node| node.parent == Some(1)).filter_map(|node| node.mv.clone()).collect();
    println!("the loser can reply {}", replies.join(" "));
    assert_eq!(replies.len(), 6);

    // A certificate that was changed is no certificate.
    let mut changed = bytes;
    let last = changed.len() - 1;
    changed[last] ^= 1;
    let error = Certificate::from_bytes(&changed).err().ok_or("this passed for a certificate")?;
    println!("changed: {error}");
    Ok(())
}
